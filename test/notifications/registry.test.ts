// The registry of notification types: which channels a type goes through, and payloads.
import { expect } from 'chai';
import { rolesThatHold } from '../../src/access/permissions.ts';
import { compileValidator } from '../../src/model/validation.ts';
import { resolveChannels } from '../../src/notifications/preferences.ts';
import { notificationTypes, type Channel, type NotificationType } from '../../src/notifications/registry.ts';

const types = Object.keys(notificationTypes) as NotificationType[];

describe('the channels of a notification', () => {
  const table: [preferred: Channel[] | null, off: Channel[], left: Channel[]][] = [
    [null, [], ['in_app', 'email']],
    [null, ['in_app'], ['email']],
    [null, ['email'], ['in_app']],
    [null, ['in_app', 'email'], []],
    [[], [], []],
    [[], ['in_app'], []],
    [[], ['email'], []],
    [[], ['in_app', 'email'], []],
    [['in_app'], [], ['in_app']],
    [['in_app'], ['in_app'], []],
    [['in_app'], ['email'], ['in_app']],
    [['in_app'], ['in_app', 'email'], []],
    [['email'], [], ['email']],
    [['email'], ['in_app'], ['email']],
    [['email'], ['email'], []],
    [['email'], ['in_app', 'email'], []],
    [['email', 'in_app'], [], ['in_app', 'email']],
    [['email', 'in_app'], ['in_app'], ['email']],
    [['email', 'in_app'], ['email'], ['in_app']],
    [['email', 'in_app'], ['email', 'in_app'], []],
  ];

  it('are all, of those the preferred, less what policy switches off', () => {
    for (const [preferred, off, left] of table)
      expect(resolveChannels(preferred, off), JSON.stringify({ preferred, off })).to.deep.equal(left);
  });
});

describe('the registry of notification types', () => {
  it('has the types that the service itself sends', () => {
    expect(types).to.have.members([
      'weekly_summary.submitted',
      'weekly_summary.handed_over',
      'weekly_summary.responded',
      'goals.non_setters',
      'weekly_summary.due',
      'weekly_summary.last_call',
      'digest.weekly',
      'nomination.received',
      'insights.import_finished',
      'identity.provider_changed',
      'org.plan.applied',
      'org.plan.blocked',
      'org.manager_left',
      'org.manager_loop',
      'org.no_admin',
      'org.role_given',
      'email.stopped',
      'org.role_requested',
      'approval.requested',
      'account.keys_changed',
      'deputy.named',
      'deputy.assigned',
      'deputy.ended',
      'deputy.left',
      'org.keys_changed',
      'webhook.disabled',
      'retention.announced',
      'trend.flagged',
      'announcement',
    ]);
  });

  it('names for trends of groups the roles that see them in the report', () => {
    expect(notificationTypes['trend.flagged'].readers.roles).to.deep.equal(rolesThatHold('trends:read'));
  });

  for (const type of types) {
    it(`has an example of ${type} that satisfies its schema, which takes further keys and misses none`, () => {
      const { payload, example, description } = notificationTypes[type];
      const check = compileValidator(payload);
      expect(description).to.match(/^[A-Z].{20,}\.$/);
      expect(check(example)).to.equal(null);
      expect(check({ ...example, further: { keys: ['are', 'fine'] } })).to.equal(null);
      for (const field of payload.required ?? []) {
        expect(check({ ...example, [field]: undefined }), field).to.equal(`must have the field ${field}.`);
        expect(check({ ...example, [field]: { a: 1 } }), field).to.match(new RegExp(`^${field} must be`));
      }
    });
  }
});
