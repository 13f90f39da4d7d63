// identity_fields(identity): map, an identity as the interface shows it.
identity {
  .id, .issuer, .subject, .userId,
  status: CASE WHEN identity.holderId IS NULL THEN 'unbound' ELSE 'bound' END,
  boundAt: moment(identity.boundAt),
  unboundAt: moment(identity.unboundAt)
}
