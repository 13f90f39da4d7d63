// The moves of a plan in their order, which a list of them reads page by page.
CREATE INDEX would_report_to_by_position IF NOT EXISTS FOR ()-[move:WOULD_REPORT_TO]-() ON (move.planId, move.position);
