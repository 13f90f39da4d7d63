// there_in_view(person): boolean expression, `person` is in the chart of `view`. In that of an earlier time is who had
// been created and had started by then; of today also who starts later. In one line, since lines of views call it.
// @param now: instant
(view.asOf IS NULL OR person.createdAt <= view.asOf AND (view.asOf >= datetime($now) OR coalesce(person.startDate <= date(datetime({datetime: view.asOf, timezone: view.timezone})), true)))
