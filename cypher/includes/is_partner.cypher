// is_partner(reader): boolean expression, `reader` is the partner of a part of the company at $now. The part may be empty.
// @param now: instant
(NOT 'admin' IN reader.roles AND EXISTS { (reader)-[part:PARTNER_OF]->() WHERE is_in_force(part, datetime($now)) })
