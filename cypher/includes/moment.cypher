// moment(x): text, a ZONED DATETIME with three decimals: the driver is slow with others, and `toString` omits those
// that are zero.
left(toString(x + duration({nanoseconds: 1})), 23) + 'Z'
