// last_week(question): date, the Monday of the last week in which a question is asked; null for one that is asked until it is ended.
CASE question.frequency WHEN 'once' THEN question.fromWeek ELSE question.toWeek END
