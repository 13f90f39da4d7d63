// What each release changed for clients, and the page that shows it. A test compares it with version and OpenAPI document.

type Release = { version: string; changes: readonly string[] };

/** The newest first. A call (method and path alone) or value that clients use stands in backticks. */
export const releases: readonly Release[] = [
  {
    version: '0.4.0',
    changes: [
      'New: questions of the company, of departments and teams, and of managers: `POST /questions`, `GET /me/questions`, ' +
        '`PUT /me/answers/{weekStart}` and `GET /summaries/{summaryId}/answers`; the setting managersAsk; changes `question.created`, ' +
        '`question.updated` and `question.ended`. A question is asked weekly, is not required, and begins this week, where its body does not say.',
      'New: `GET /me` and `GET /home` say in tenant.managersAsk whether managers may ask questions.',
      'New: `GET /reports/question` counts the answers to a question by week and department, as JSON or CSV.',
      'New: `GET /admin/organisation/readiness` says what an organisation lacks before its first week: who has no manager, team, department or ' +
        'region, which addresses get no mail, and which teams and departments are small.',
      'New: the page /docs/clients has the commands that make a client in TypeScript, Python, Go, Java and C#.',
      'New: `POST /admin/organisation/imports` understands the titles Boss, Joined, Started and First day, and says which column an unknown one may be.',
      'Changed: `GET /reports/team` of somebody with more than 1,000 people in sight has the rows of the highest of them alone, with the ' +
        'totals of everyone below each. Its parameter managerId leads down to those who report to a manager.',
      'Changed: `trend.flagged` about somebody whose manager has left goes to the next active manager above.',
      'Nothing for clients by the new baseline of the schema. Who operates the service upgrades from a release before 0.3.0 to 0.3.0 first.',
      'Changed: `GET /notifications/types` and `GET /notifications/preferences` list the types in another order, by what they are about. Do not rely on it.',
      'New: `GET /reports/response-times` has the confidence interval of within3 (within3From and within3To), by whose upper end managers are ' +
        'ordered now: before, it was by within3, which says little of few summaries.',
      'Changed: every read that takes too long while the database answers others is 503 `ANSWER_TOO_SLOW`; before, only lists.',
    ],
  },
  {
    version: '0.3.0',
    changes: [
      'New: absences (`PUT /users/{userId}/absences`) and public holidays of a region. Digest, non-setters and reports neither count nor name whom they excuse in a week, and say how many that are in excused; digest and non-setters only if there are any.',
      'New: a time zone for each person decides their weeks; schedules (`GET /me/schedule`) with reminders `weekly_summary.due` and `weekly_summary.last_call`. The settings `opens`, `due`, `lastCall`, `digest` and `teamSchedules` replace the time of the digest.',
      'New: deputies of a manager for a time (`GET /users/{userId}/deputies`); a response that one gave has onBehalfOf.',
      'New: drafts (`PUT /summary-drafts/{weekStart}`), `PATCH /summaries/{summaryId}/response` within a day, `DELETE /mvp/nominations/{nominationId}`, and `POST /goals/{goalId}/copy`, which the board offers by canCopy.',
      'New: a move hands open summaries over (`weekly_summary.handed_over`), also below a manager who has left, as awaitingResponse counts; the preview of a plan has openSummaries.',
      'New: notifications in English or German by preferredLanguage and the setting `language`; an address that bounced has emailStopped.',
      'New: the setting `roleApproval` and `GET /admin/role-requests`; reads of others by a role with tenant scope, by a deputy, and by a line younger than a day are in `GET /audit`.',
      'New: whoever changes the address, user name or external id of somebody, or binds or unbinds what they sign in with, is told to them (`account.keys_changed`), the admins and the People Team (`org.keys_changed`). After a change by an admin the next account that would sign in as them waits for another admin: `GET /admin/approvals`.',
      'New: with the setting `roleApproval`, deputies that admins name for others, moves that let an admin see more, and ending `planApproval` take two: 403 `SECOND_ADMIN` names the request (`POST /admin/approvals/deputy` and others). A manager is told whom somebody else named as a deputy (`deputy.named`).',
      'New: the setting `retention` deletes what is older than it says. Readers of `GET /changes` then get `summary.expired`, admins `retention.announced`.',
      'New: tokens signed with EdDSA (Ed25519). Stricter: RSA keys of 2,048 to 4,096 bits with the exponent 65537 alone, and only for algorithms that the metadata of the provider lists; `POST /admin/identity-providers` says which key is not accepted.',
      'Stricter: too many invalid tokens of an address are 429 `RATE_LIMITED` instead of 401, for new tokens; those in use are not concerned.',
      'New: a deputy for reading gets chain, direct reports and chart of the manager they act for.',
      'New: working days of a user, a region and the tenant (workingDays of `PATCH /admin/users/{userId}`, the settings `workingDays` and `regionWorkingDays`). Reminders and digests that fall on a holiday, an absence or another free day come on the next working day.',
      'New: a deputy is told when they are named, when it begins and when it has ended (`deputy.assigned`, `deputy.ended`); who counts on a deputy that has left is told (`deputy.left`), and `GET /users/{userId}/deputies` has hasLeft.',
      'Changed: a mail that waits is dropped when its recipient or the tenant switches off its type; open summaries are announced five minutes after a move, and not at all if it was undone.',
      'Changed: `POST /admin/users/{userId}/erase` is 200 with filesLeft while the file storage is away, where it was 500.',
      'Stricter: at most 200 uploaded profiles of a tenant wait to be read; the next upload is 409 `LIMIT_REACHED`.',
      'Stricter: summaries and drafts are of weeks from five years back to one week ahead.',
      'Stricter: a tenant has at most 2,000 plans (409 `LIMIT_REACHED`; `DELETE /admin/org-plans/{planId}` also deletes cancelled ones), and a user the newest 50 imports of a profile.',
      'Stricter: of answers to requests with an `Idempotency-Key` 64 MB a day are kept for a caller; the repeat of one beyond is 409 `IDEMPOTENCY_ANSWER_GONE`, and still made once.',
      'Changed: an import of people needs a name and one key alone. A column that is absent, and an empty cell, change nothing; before, an empty cell took away manager, roles and others: emptyClears=true does so. A department without a team makes a team. Errors of a spreadsheet, and keys that one has changed, are refused.',
      'Changed: the OpenAPI document serves generators. Values that may be added (error codes, statuses, types, roles, reasons) are texts with the known ones in words, in requests lists still; rich text is text; author and asOf are plain texts; the schemas NewUser and NewIdentityProvider are UserInput and IdentityProviderRegistration; what a webhook gets stands at `POST /admin/webhooks`. What is sent and accepted is the same, but that the type of an error is application/json to the letter, without a charset.',
      'Stricter: a request with an `Idempotency-Key` whose answer named somebody who was erased since is 422, not made again.',
      'Stricter: a `digest.weekly` in `GET /notifications` has no averages, which only its e-mail has; a month to come is 400 in `GET /reports/headcount`; means of `GET /reports/check-ins` have one decimal, and with a department that is too small the next smallest are withheld where it could be computed, also by a manager who knows one of them; nobody is excused in a report to a reader who may not read their absences; a flag of a group in which somebody wrote who was erased, or beside fewer people than `minimumGroup`, has no numbers, and flags lose weeks that the setting `retention` deletes.',
    ],
  },
  {
    version: '0.2.0',
    changes: [
      'New: sign-in with the tokens of a company’s identity provider, and opaque tokens of services, which can be revoked.',
      'New: `GET /home`, `GET /home/team` and `GET /users/{userId}/overview` answer a screen in one call; lists name people where they had ids.',
      'New: `GET /admin/settings`, `POST /admin/organisation/imports` and the other calls of the whole organisation, for admins.',
      'New: `DELETE /summaries/{summaryId}` withdraws a summary in its week, while it has no response; `summary.withdrawn` in the change log.',
      'New: `GET /audit` filters by plan and action, and has values before and after; `GET /admin/org-plans/{planId}/moves` answers in every status.',
      'Stricter: a summary is submitted one week ahead at most; nobody changes their own roles (403 `OWN_ROLES`); lists and texts have bounds.',
      'Changed: a list that takes too long is 503 `ANSWER_TOO_SLOW`; a 403 is not kept for an `Idempotency-Key`.',
    ],
  },
];

const format = (text: string): string => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The content of /docs/changes. */
export const releasesContent = `<h1>Changes</h1>
<p>What each release changed for clients. Fields, error codes, statuses, types of changes and of notifications, and other values that
the document lists in words are added at any time: ignore what you do not know. The version of this service is in <code>/readyz</code>.</p>
${releases
  .map(
    ({ version, changes }) =>
      `<h2>${version}</h2>\n<ul>${changes.map((one) => `<li>${format(one)}</li>`).join('\n')}</ul>`,
  )
  .join('\n')}`;
