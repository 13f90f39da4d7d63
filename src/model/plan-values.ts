// The states of a reorganisation plan, and the faults that its moves can have.

export const planStatuses = [
  'draft',
  'in_review',
  'approved',
  'scheduled',
  'applied',
  'blocked',
  'cancelled',
  'undone',
] as const;
export type PlanStatus = (typeof planStatuses)[number];

export const planFaultCodes = ['REPORTING_CYCLE', 'USER_NOT_FOUND', 'MANAGER_INACTIVE', 'MOVED_SINCE'] as const;
export type PlanFaultCode = (typeof planFaultCodes)[number];
/** `userId` is the person of the move. */
export type PlanFault = { userId: string; code: PlanFaultCode };
