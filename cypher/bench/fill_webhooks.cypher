// Creates $count webhooks for the benchmark, which nobody is to be sent anything at.
// @param count: whole number
// @param now: instant
UNWIND range(1, toInteger($count)) AS place
CREATE (:Webhook:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  url: 'https://hooks.example/' + place,
  types: [],
  status: 'disabled',
  secret: 'sealed',
  position: 0,
  createdAt: datetime($now),
  updatedAt: datetime($now)
})
