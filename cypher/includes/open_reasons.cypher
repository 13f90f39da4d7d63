// open_reasons(approval): list, why the first sign-in that an approval is about waits, each [reason, who caused it]: an admin changed
// a key (`email`, `userName`, `externalId`), unbound an account (`identity`), made the person or brought them back (`made`), or
// added the identity provider (`issuer`); or the person is bound at another issuer (`otherIssuer`, caused by themself). What an
// admin who did not cause it has approved is left out.
[reason IN [
  ['email', approval.emailBy],
  ['userName', approval.userNameBy],
  ['externalId', approval.externalIdBy],
  ['identity', approval.identityBy],
  ['made', approval.madeBy],
  ['issuer', approval.issuerBy],
  ['otherIssuer', approval.otherIssuerBy]
] WHERE reason[1] IS NOT NULL AND approval.approvedById IS NULL AND NOT reason[0] IN coalesce(approval.approvedReasons, [])]
