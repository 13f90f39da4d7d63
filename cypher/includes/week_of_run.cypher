// week_of_run(event): the week (a date, its Monday) of the weekly run ($runKinds) that made `event`; null for other events.
// @param runKinds: list of texts
CASE WHEN event.type IN $runKinds AND event.key STARTS WITH event.type + ':' THEN date(split(event.key, ':')[1]) END
