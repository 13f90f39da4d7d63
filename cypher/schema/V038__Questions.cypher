// Questions: the list of a tenant by time; those of an audience, which is looked up for each reader; the wordings of a question by
// version; and one answer for each question, person and week, which are also looked up by person and by age.
// @works-with 0.3.0

CREATE CONSTRAINT question_id IF NOT EXISTS FOR (question:Question) REQUIRE question.id IS UNIQUE;
CREATE INDEX question_by_creation IF NOT EXISTS FOR (question:Question) ON (question.tenantId, question.createdAt, question.id);
CREATE INDEX question_by_audience IF NOT EXISTS FOR (question:Question) ON (question.tenantId, question.audience);
CREATE CONSTRAINT question_wording_once IF NOT EXISTS FOR (wording:QuestionWording) REQUIRE (wording.tenantId, wording.questionId, wording.version) IS UNIQUE;
CREATE CONSTRAINT answer_once IF NOT EXISTS FOR (answer:Answer) REQUIRE (answer.tenantId, answer.userId, answer.weekStart, answer.questionId) IS UNIQUE;
CREATE INDEX answer_by_question IF NOT EXISTS FOR (answer:Answer) ON (answer.tenantId, answer.questionId, answer.weekStart);
CREATE INDEX answer_by_week IF NOT EXISTS FOR (answer:Answer) ON (answer.tenantId, answer.weekStart);
