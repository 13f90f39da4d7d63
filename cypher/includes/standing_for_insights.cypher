// Map: as in the include standing, for what not every direct manager may read: whether `caller` is the partner of `owner` counts for them, too.
caller {
  .roles, levelsAbove: length(line),
  isLineNew:
    // @include is_line_new
    ,
  isPartner: CASE WHEN length(line) = 1 THEN in_parts_of(caller, owner) END,
  places:
    // @include places
}
