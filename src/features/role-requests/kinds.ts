// What a second admin decides.
export const approvalKinds = ['role', 'deputy', 'move', 'plan_approval', 'sign_in'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
