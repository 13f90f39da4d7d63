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

const moveFaultCodes = ['REPORTING_CYCLE', 'USER_NOT_FOUND', 'MANAGER_INACTIVE', 'MOVED_SINCE'] as const;
/** Faults about the people who stand behind a plan. */
const backingFaultCodes = ['AUTHOR_LEFT', 'APPROVER_LEFT', 'NOT_APPROVED'] as const;
export const planFaultCodes = [...moveFaultCodes, ...backingFaultCodes] as const;
export type PlanFaultCode = (typeof planFaultCodes)[number];
/** `userId` is the person of the move. */
export type MoveFault = { userId: string; code: (typeof moveFaultCodes)[number] };
/** `userId` is the author or the approver; absent if that is the operator. */
export type BackingFault = { userId?: string; code: (typeof backingFaultCodes)[number] };
export type PlanFault = MoveFault | BackingFault;
