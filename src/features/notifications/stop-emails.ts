// Stops e-mails to an address after a bounce or a complaint, once for each report, and notifies the admins.
import type { GraphClient } from '../../platform/graph/client.ts';
import { createIdempotency } from '../../platform/http/changes/idempotency.ts';
import type { EmailReport } from './email-events.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { lockPerson, writePerson } from '../organisation/people/change-person.ts';
import { normalizeEmail } from '../organisation/import/columns.ts';
import { generalNotifications } from './notifications.ts';
import { createNotice } from '../../platform/notifications/notices.ts';

const actor = 'service:ses';
const done = { status: 200, body: '', location: null, etag: null };

/** Creates the function that takes reports; it returns whether e-mails to the address ended now. */
export function createEmailStop(client: GraphClient): (report: EmailReport) => Promise<boolean> {
  const answerOnce = createIdempotency(null);
  return async ({ id, tenantId, userId, address, reason, now }) => {
    const graph = client.bind({ tenantId, userId: actor, source: 'api' });
    const ids = createRepeatableIds();
    let isStopped = false;
    const request = {
      graph,
      recordId: `email-report:${id}`,
      fingerprint: '',
      ownerId: actor,
      tenantId,
      subjectIds: [userId],
      now,
    };
    const { isReplayed } = await answerOnce(request, async (tx) => {
      const facts = await lockPerson(tx, userId, {}, {});
      const { person } = facts;
      isStopped =
        person !== null &&
        person.active &&
        normalizeEmail(address) === normalizeEmail(person.email) &&
        person.emailStopped !== person.email;
      if (!person || !isStopped) return done;
      const context = { now, newId: ids(), isAuthority: true };
      await writePerson(tx, userId, facts, { emailStopped: person.email }, context);
      const notice = createNotice(generalNotifications, 'email.stopped', { personName: person.name, reason });
      await tx.write('organisation/tell_roles', { rows: [{ ...notice, subjectId: userId, eventId: id }], now });
      return done;
    });
    return isStopped && !isReplayed;
  };
}
