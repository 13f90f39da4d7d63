// What a second admin decides.
export const approvalKinds = ['role', 'deputy', 'partner', 'move', 'plan_approval', 'sign_in'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
