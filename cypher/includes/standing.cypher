// Map: what decides access of `caller` to what belongs to `owner`. `line` is the path from `owner` up to `caller`, or null.
caller {
  .roles, levelsAbove: length(line),
  isLineNew:
    // @include is_line_new
    ,
  places:
    // @include places
}
