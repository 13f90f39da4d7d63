// The nodes of the audit log and of the change log.
import type { NodeTable } from '../graph/nodes.ts';

const ofChanges = { ofPerson: 'changes (`RATE_LIMITS`)', ofTenant: 'kept for `retentionDays` 30 days' };
const onlyNumbers = { hasPersonalText: false, erased: 'it names nobody' } as const;

export const changeNodes = {
  AuditEntry: {
    holds: 'Who changed what, by ids.',
    most: { ofPerson: 'changes (`RATE_LIMITS`)', ofTenant: 'setting `retention`' },
    hasPersonalText: false,
    erased: 'the audit log keeps ids, so that it can be verified',
    exported: {
      by: ['audit/export_person'],
      sections: {
        auditEntries: {
          title: { en: 'Audit log', de: 'Audit-Log' },
          about: {
            en: 'Who changed what about you, and what you changed. Other people by id.',
            de: 'Wer was über Sie geändert hat, und was Sie geändert haben. Andere Personen nur als Kennung.',
          },
        },
      },
    },
    kept: { setting: 'audit', by: 'retention/delete_audit' },
    archived: { late: { has: 'recordedAt' } },
  },
  AuditChain: {
    ...onlyNumbers,
    holds: 'The end of the chain of hashes over the audit log.',
    most: { ofTenant: '1' },
    exported: 'a number and a hash',
    kept: 'until the tenant is deleted',
    archived: { late: 'always' },
  },
  ChangeEntry: {
    holds: 'A change that other systems can read, by ids.',
    most: ofChanges,
    hasPersonalText: false,
    erased: 'it has ids only, for 30 days',
    exported: {
      by: ['changes/export_person'],
      sections: {
        changes: {
          title: { en: 'Change log', de: 'Änderungsprotokoll' },
          about: {
            en: 'Ids of what changed, kept for 30 days.',
            de: 'Kennungen dessen, was sich änderte, 30 Tage lang.',
          },
        },
      },
    },
    kept: 'for 30 days',
    archived: { late: { has: 'recordedAt' } },
  },
  ChangeBatch: {
    holds: 'Changes of many people at once, until they are published as entries.',
    most: ofChanges,
    hasPersonalText: false,
    erased: 'it has ids only, until it is published',
    exported: 'ids, until they are published as entries',
    kept: 'until it is published',
    archived: { late: 'always' },
  },
  ChangeLog: {
    ...onlyNumbers,
    holds: 'The last number of the change log, and how far readers see.',
    most: { ofTenant: '1' },
    exported: 'numbers only',
    kept: 'until the tenant is deleted',
    archived: { late: 'always' },
  },
} as const satisfies NodeTable;
