// Boolean expression: do `values` (a map by the names of attributes) satisfy $filter, a list of lists of conditions
// ({attribute, op, value, isNegated}) of which all of any list must hold, see src/features/scim/filter.ts? Everything satisfies
// null. An attribute without a value satisfies ne alone.
// @param filter: list of lists of maps of values or null
$filter IS NULL OR any(conditions IN $filter WHERE all(condition IN conditions WHERE coalesce(
  CASE condition.op
    WHEN 'pr' THEN values[condition.attribute] IS NOT NULL
    WHEN 'eq' THEN values[condition.attribute] = condition.value
    WHEN 'ne' THEN coalesce(values[condition.attribute] <> condition.value, true)
    WHEN 'has' THEN condition.value IN values[condition.attribute]
    WHEN 'co' THEN values[condition.attribute] CONTAINS condition.value
    WHEN 'sw' THEN values[condition.attribute] STARTS WITH condition.value
    WHEN 'ew' THEN values[condition.attribute] ENDS WITH condition.value
    WHEN 'gt' THEN values[condition.attribute] > condition.value
    WHEN 'ge' THEN values[condition.attribute] >= condition.value
    WHEN 'lt' THEN values[condition.attribute] < condition.value
    WHEN 'le' THEN values[condition.attribute] <= condition.value
  END, false) <> condition.isNegated))
