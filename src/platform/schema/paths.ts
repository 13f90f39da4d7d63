// The parameters of paths: `{userId}` in the path of an endpoint is the parameter of this name.
import { exampleIds } from './examples.ts';
import { CalendarDate, field, Uuid } from './values.ts';

export const pathParameters = {
  approvalId: field(Uuid, 'The request', exampleIds.importJob),
  deliveryId: field(Uuid, 'The delivery', exampleIds.delivery),
  deputyId: field(Uuid, 'The deputy', exampleIds.colleague),
  goalId: field(Uuid, 'The goal', exampleIds.goal),
  identityId: field(Uuid, 'The identity', exampleIds.identity),
  importId: field(Uuid, 'The import', exampleIds.importJob),
  jobId: field(Uuid, 'The import', exampleIds.importJob),
  nominationId: field(Uuid, 'The nomination', exampleIds.nomination),
  notificationId: field(Uuid, 'The notification', exampleIds.notification),
  partId: field(Uuid, 'The part of the company', exampleIds.part),
  planId: field(Uuid, 'The plan', exampleIds.orgPlan),
  providerId: field(Uuid, 'The identity provider', exampleIds.identityProvider),
  questionId: field(Uuid, 'The question', exampleIds.question),
  summaryId: field(Uuid, 'The summary', exampleIds.summary),
  userId: field(Uuid, 'The user', exampleIds.employee),
  webhookId: field(Uuid, 'The webhook', exampleIds.webhook),
  weekStart: field(CalendarDate, 'Any day of the week'),
};
