// What each release changed for clients; changes.ts has the page that shows it. A test compares it with version and OpenAPI document.

type Release = { version: string; changes: readonly string[] };

/**
 * The newest first, in a release too. Each sentence has one fact. A call (method and path alone) or value that clients use stands in
 * backticks.
 */
export const releases: readonly Release[] = [
  {
    version: '0.7.0',
    changes: [
      'Changed: `POST /questions` of somebody who may ask nobody is answered 403 `FORBIDDEN` before anything else of the question is judged.',
      'New: `PATCH /admin/identity-providers/{providerId}` changes client and scopes of the web app. The notice has the change client_changed.',
      'New: the pages that the command line writes are in English and German: reports, a plan, and what is stored about a person. --language ' +
        'names the language; without it, it is that of the person who calls the command.',
      'New: the page /docs/clients has the commands that make a client in Ruby and Rust, and others in Go and TypeScript.',
      'New: the command absence import takes calendars (.ics) of HR programs and mailboxes beside CSV files.',
    ],
  },
  {
    version: '0.6.0',
    changes: [
      'Changed: `GET /org/chart` with rootId has people for deputies and partners who may read the chart. It was empty.',
      'Changed: `PATCH /admin/settings` with groupTeams and `DELETE /admin/users/{userId}/manager` may be refused with `SECOND_ADMIN`, if a ' +
        'partner would see more by the word of the admin who requested the partner.',
      'Changed: a request of `GET /admin/approvals` of the kind sign_in has another id after each change of a key.',
      'Changed: a person is told of a role that they lose, or of an account that is back, also if a file, or what a group of a directory means, does it.',
      'New: tenant of /me and /home has slug, which is in the address of the assistants, and assistants, which says what they may do.',
      'New: `POST /admin/approvals/partner` takes groupId instead of userId: the members of a group of a directory are then the partners, as ' +
        'long as they are members.',
      'New: `GET /admin/partner-groups` and `GET /admin/partner-groups/{partId}` show what groups give. ' +
        '`DELETE /admin/partner-groups/{partId}` ends it for all members.',
      'New: a part of `GET /admin/partners` and `GET /users/{userId}/partners` has group if a group makes the partner. So has a request of ' +
        '`GET /admin/approvals`.',
      'New: the code `PART_OF_GROUP`, which `DELETE /admin/partners/{partId}` has for such a part.',
      'New: entries of `GET /audit` have the actions partner-group.set and partner-group.end. If a group made somebody a partner, the entry has its id as groupId, and its name as the value group.',
      'Changed: the payloads of the notifications partner.named, partner.ended and org.partner_changed may have groupName and more. If they ' +
        'are about all members of a group, they have no partnerName. The change of org.partner_changed may be members or group_deleted.',
    ],
  },
  {
    version: '0.5.0',
    changes: [
      'New: a call that goes away says so in the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link, in the document and on /docs/changes. ' +
        'Nothing is deprecated today.',
      'New: every PATCH takes application/merge-patch+json (RFC 7396). A refusal with 415 names the accepted types in the header Accept-Patch or Accept.',
      'New: null clears the description of a goal, the ends of the scale of a question, the roles of a user and the types of a webhook, and ' +
        'sets a setting of `PATCH /admin/settings` to its default.',
      'Changed: a 400 for null says of a field that it cannot be cleared.',
      'New: a page of a list leads to the next one by the header Link with rel="next", and the last page has none. The cursor in the body stays.',
      'New: /.well-known/api-catalog names the APIs of the service, their description and their state (RFC 9727). The header Link of /docs ' +
        'and of answers to unknown paths leads to the description.',
      'New: assistants of people call at /mcp/{slug}, by the Model Context Protocol. Each tool is a call of this API by the person, and ' +
        'sees what the person may see. They are off until an admin sets assistants to read or write; the page /docs/assistants says more.',
      'New: an HR partner reads and does, for a part of the company, what the People Team may. The part is everyone below a person, or a ' +
        'department, for some time.',
      'New: `POST /admin/approvals/partner` requests a partner, and another admin approves it. `GET /admin/partners` and ' +
        '`GET /admin/partners/{partId}` show the parts. `DELETE /admin/partners/{partId}` ends one.',
      'New: `GET /users/{userId}/partners` lists the partners of a user, and of which parts the user is one.',
      'New: decisions about access have the rule partner, with partId. Audit entries of reads have the value partner for by.',
      'New: the preview of a plan has sight.partners: how many people come into the parts of HR partners, and leave them.',
      'New: the code `PART_NOT_FOUND`.',
      'New: `POST /admin/organisation/imports` takes absent=leave for a file of the whole company: people who are not in it leave. With atMost ' +
        'it is refused if more than so many percent of the active people would leave; without atMost, 5.',
      'New: the result of an import has left, the number of people who left, and lines with the change left. So has the audit entry of ' +
        'the import.',
      'New: the setting assistants in `GET /admin/settings` and `PATCH /admin/settings`.',
      'New: `GET /me/assistants` lists the assistants that have acted for the caller. `GET /admin/assistants` lists the assistants that have ' +
        'acted for anybody in the company.',
      'New: entries of `GET /audit` about what an assistant did have via, client and tool.',
      'New: the service has a web app. With the setting WEB of the environment it is at /app/{slug} for the people of a company, and links in ' +
        'notifications lead there.',
      'New: the web app is in English and German.',
      'New: the caller of `GET /me` and `GET /home` has language: the one that they have chosen, or else that of the directory.',
      'New: `POST /admin/identity-providers` takes clientId and scopes. The people of the company then sign in to the web app at that provider.',
      'New: /v1/sign-in/{slug} tells without a token at which issuers, by which clients and with which scopes the people of a company ' +
        'sign in on a page. The list is empty for any other slug.',
      'Changed: an address that asks more than 600 times for the issuers, the sign-in or the page of companies, and then more than 10 times a second, gets 429.',
      'New: the codes `INSUFFICIENT_SCOPE`, `ASSISTANTS_OFF`, `ASSISTANTS_READ_ONLY` and `ANSWER_TOO_LARGE`, which only assistants get.',
      'Changed: the metadata of the issuers of a company is at /.well-known/oauth-protected-resource/mcp/{slug} (RFC 9728). The ' +
        'parameter tenant of the general document is refused.',
    ],
  },
  {
    version: '0.4.0',
    changes: [
      'Changed: without PUBLIC_URL, the answer to a directory that sends a large group names the address at which the request ' +
        'arrived. The answer to a small group did so before.',
      'Changed: If-Match of a large group of a directory finds the current entity tag. Before, it was always 412.',
      'New: the channel chat sends notifications to an address of the company. A flow of Teams or a workflow of Slack sends them on ' +
        'from there.',
      'New: `PUT /admin/chat` sets the address of chat, and `GET /admin/chat` shows it. Nothing changes until an admin sets one.',
      'Stricter: `PUT /notifications/preferences` refuses a channel that is no default of the tenant.',
      'Changed: a choice of channels says nothing of channels that could not be chosen when it was made.',
      'Changed: `GET /admin/org-plans/{planId}/preview` shows the fault NOT_APPROVED wherever the application of the plan would be ' +
        'refused for it. That includes a draft that lets its author see more, if `roleApproval` demands a second admin.',
      'Changed: a change that the service had to make again, because the connection to its database ended, is answered as it was ' +
        'made. `POST /questions` does not ask twice, and `POST /admin/approvals/move` is not 409.',
      'Changed: titles and texts of notifications put what is written from right to left between isolates (U+2068 and U+2069). A ' +
        'number beside a name stays where it is.',
      'New: `GET /admin/identity-providers/{providerId}/refused-sign-ins` says why a person cannot sign in.',
      'Changed: mean scores in `GET /reports/check-ins` are absent if all, or all but one, gave the best score, or the worst. The ' +
        'flag of a department has no numbers then.',
      'New: users have checkInsExpected. It is no for somebody who need not check in: they are excused in all reports, and not ' +
        'reminded.',
      'New: `POST /admin/users`, `PATCH /admin/users/{userId}`, imports and exports have checkInsExpected.',
      'Changed: `GET /reports/check-ins`, `GET /reports/goals`, `GET /reports/team` and `GET /reports/headcount` leave out weeks and ' +
        'months before the company was entered, if nothing is known of them.',
      'Changed: in `GET /reports/response-times` a summary that was written after its week counts for the manager whom its author had ' +
        'when it was written.',
      'New: a scale may begin with 0 (lowest). One from 0 to 10 has a score in `GET /reports/question`.',
      'Changed: `GET /reports/question` counts an option as the same in another order of the options, and with a further language.',
      'Changed: the CSV of `GET /reports/question` has the words of the answers as headings.',
      'Changed: X-Request-Id is not required in the OpenAPI document, since the answers of a proxy have none.',
      'Changed: all languages read the patterns of X-Request-Id in the OpenAPI document alike. Clients in Ruby load.',
      'Changed: the text of a language model about motivators is judged before it is sent. If it has more than words about the ' +
        'scores, the fixed rule answers.',
      'New: the setting `regionFreeDays` adds public holidays of a region, or strikes them.',
      'Changed: the working week of somebody who works from Saturday or Sunday on begins on that day. An absence from Sunday to ' +
        'Thursday excuses a week.',
      'Changed: while the organisation is flagged, a person is flagged in the same dimension and direction only if they moved much ' +
        'more than the others.',
      'New: `trend.flagged` tells of a fall after a rise that was told, and of a rise after a fall.',
      'Stricter: an imported profile is less often of high confidence. Reasons are unknown words, words that a shape covers or a box ' +
        'cuts, marks of footnotes, and a wheel position that cannot be one.',
      'Changed: words with accents do not lower the confidence of an imported profile any more.',
      'Stricter: a profile with several pages on a sheet is refused for that reason.',
      'New: the result of `POST /admin/organisation/imports` has in warnings what is odd of the file as a whole.',
      'New: `POST /admin/organisation/imports` understands exports of Rippling, Google Workspace, Entra, Okta, ADP, Lattice and ' +
        'Horilla. It also understands lines above the titles, and totals.',
      'Changed: an import of people reads names cell by cell, the preferred name first.',
      'Stricter: an import of people leaves out rows of people who are suspended or disabled, or whose last day is in the past.',
      'Changed: words such as N/A and NO_MANAGER in an imported file are empty cells.',
      'Stricter: an import refuses a workbook, or another file that is no CSV file, by its name.',
      'Changed: mean scores in `GET /reports/check-ins`, and answers in `GET /reports/question`, count in the department in which ' +
        'they were written. That includes those of people who have moved or left since.',
      'New: the field written of `GET /reports/check-ins` says how many scores are behind the means.',
      'Changed: after an erasure, `GET /reports/question` does not show any more what was answered in the weeks in which the erased ' +
        'person answered.',
      'Changed: a flag of `GET /summaries/insights/trends` about a department has numbers only if `GET /reports/check-ins` shows the ' +
        'scores of the department in each week behind it.',
      'New: the result of `POST /admin/organisation/imports` has in lines the name of everybody whose fields are changed, and their ' +
        'values before and after.',
      'Stricter: a row that an import finds by id, employeeNumber or externalId is a fault if its name and its address are not those ' +
        'of that person. Its column samePerson says yes if it is the same person.',
      'Changed: `GET /reports/question` has no mean and no counts of a group in which all, or all but one, gave the same answer.',
      'Changed: `GET /reports/question` has no counts of a department from which those of such a group could be computed.',
      'Stricter: with the setting `roleApproval`, a move below somebody who is not an established manager is 403 `SECOND_ADMIN`. So ' +
        'is bringing back somebody to whom people report.',
      'New: the setting establishedDays says after how many days a manager is established.',
      'Stricter: with `roleApproval`, three first sign-ins wait for another admin: of a person whom an admin created or brought back, ' +
        'at a provider that an admin added, and of a person who is bound at another provider.',
      'New: `GET /admin/approvals` has the reasons of a sign-in that waits in changed, and its issuer.',
      'New: people are told of another manager (`account.manager_changed`), and former managers of people who were moved ' +
        '(`org.reports_moved`).',
      'New: admins and the People Team are told of an erasure (`org.person_erased`), and of settings that decide who sees what ' +
        '(`org.rules_changed`).',
      'New: a person is told that they were deactivated or activated, or lost a role with tenant scope (`account.keys_changed`).',
      'Changed: nobody can switch off notices of powers. `org.role_given`, `org.role_requested`, `org.no_admin`, `org.plan.applied`, ' +
        '`identity.provider_changed` and `retention.announced` are such notices now.',
      'New: `POST /admin/identity-providers` takes emailDomains. The first sign-ins at the provider are limited to them.',
      'Changed: after an admin changed what somebody signs in with, the next account waits also if the other admin has lost the role ' +
        'since, or lost it in the seven days before.',
      'Changed: two admins who each changed what somebody signs in with approve what the other one changed.',
      'Changed: the new baseline of the schema changes nothing for clients. Who upgrades from a version before it is told over which ' +
        'one to go.',
      'New: `GET /reports/question` counts the answers to a question by week and department, as JSON or CSV. It counts the answers to ' +
        'one version of its words: the current one, or that of the parameter version.',
      'New: of ten questions a week managers have five. Of the open and the stored questions managers have a share, and so has ' +
        'everybody who asks. Beyond these, `POST /questions` is 409 `LIMIT_REACHED`.',
      'Stricter: a manager changes and ends only questions that managers asked.',
      'Stricter: `POST /questions` to the people below somebody is 400 if nobody is below them.',
      'Stricter: a question has at most 20 wordings.',
      'New: an answer that was changed after the response to its summary has editedAt.',
      'Stricter: `GET /me/questions` and `GET /me/answers/{weekStart}` are of weeks from five years back to one week ahead.',
      'Changed: a large body, or a file, that arrives at less than 8 KB/s is refused with 408 `REQUEST_TIMEOUT` when it is 5 s ' +
        'behind.',
      'Changed: after `PATCH /admin/settings` of regions or working days, and after an import, the worker derives the excused weeks ' +
        'of all people beyond the first 200. Before, all was one request, which failed in large tenants.',
      'New: `GET /admin/organisation/check` has a note until the excused weeks are derived.',
      'New: `POST /admin/organisation/imports` understands the titles Boss, Joined, Started and First day. It says which column an ' +
        'unknown one may be.',
      'New: `GET /me` and `GET /home` say in tenant.managersAsk whether managers may ask questions.',
      'New: the company, departments, teams and managers ask questions: `POST /questions`, `GET /me/questions`, `PUT ' +
        '/me/answers/{weekStart}` and `GET /summaries/{summaryId}/answers`.',
      'New: the setting managersAsk lets managers ask questions. A question is asked weekly, is not required, and begins this week, ' +
        'if its body says nothing else.',
      'New: the change log has `question.created`, `question.updated` and `question.ended`.',
      'New: the page /docs/clients has the commands that make a client in TypeScript, Python, Go, Java and C#.',
      'New: `GET /reports/response-times` has the confidence interval of within3 (within3From and within3To).',
      'Changed: `GET /reports/response-times` orders managers by the upper end of that interval. Before, it was by within3, which ' +
        'says little of few summaries.',
      'New: `GET /admin/organisation/readiness` says what an organisation lacks before its first week: who has no manager, team, ' +
        'department or region, which addresses get no mail, and which teams and departments are small.',
      'Changed: `GET /reports/team` of somebody with more than 1,000 people in sight has the rows of the highest of them alone, with ' +
        'the totals of everyone below each.',
      'New: the parameter managerId of `GET /reports/team` leads down to those who report to a manager.',
      'Changed: every read that takes too long while the database answers others is 503 `ANSWER_TOO_SLOW`. Before, only lists were.',
      'Changed: `trend.flagged` about somebody whose manager has left goes to the next active manager above.',
      'Changed: `GET /notifications/types` and `GET /notifications/preferences` list the types in another order, by what they are ' +
        'about. Do not rely on it.',
    ],
  },
  {
    version: '0.3.0',
    changes: [
      'Stricter: a `digest.weekly` in `GET /notifications` has no averages. Only its e-mail has them.',
      'Stricter: a month to come is 400 in `GET /reports/headcount`.',
      'Changed: means of `GET /reports/check-ins` have one decimal.',
      'Stricter: with a department that is too small, `GET /reports/check-ins` withholds the next smallest ones if it could be ' +
        'computed from them, also by a manager who knows one of them.',
      'Stricter: nobody is excused in a report to a reader who may not read their absences.',
      'Stricter: a flag of a group has no numbers if somebody wrote in it who was erased, or if fewer people than `minimumGroup` are ' +
        'beside it.',
      'Changed: flags lose the weeks that the setting `retention` deletes.',
      'New: absences (`PUT /users/{userId}/absences`) and public holidays of a region excuse people from a week. Digest, non-setters ' +
        'and reports neither count nor name them.',
      'New: reports say in excused how many people are excused. Digest and non-setters say it only if there are any.',
      'New: a user, a region and the tenant have working days: workingDays of `PATCH /admin/users/{userId}`, and the settings ' +
        '`workingDays` and `regionWorkingDays`.',
      'New: reminders and digests that fall on a holiday, an absence or another free day come on the next working day.',
      'New: a deputy is told when they are named, when the term begins and when it has ended (`deputy.assigned`, `deputy.ended`).',
      'New: who counts on a deputy that has left is told (`deputy.left`), and `GET /users/{userId}/deputies` has hasLeft.',
      'Changed: a mail that waits is dropped when its recipient or the tenant switches off its type.',
      'Changed: open summaries are announced five minutes after a move. If the move was undone by then, they are not announced.',
      'Changed: the OpenAPI document serves generators. What is sent and accepted is the same.',
      'Changed: in the OpenAPI document, values that may be added (error codes, statuses, types, roles, reasons) are texts, with the ' +
        'known ones in words. In requests they are still lists.',
      'Changed: in the OpenAPI document, rich text is text, and author and asOf are plain texts.',
      'Changed: the schemas NewUser and NewIdentityProvider are called UserInput and IdentityProviderRegistration.',
      'Changed: the OpenAPI document describes what a webhook gets at `POST /admin/webhooks`.',
      'Changed: the type of an error is application/json to the letter, without a charset.',
      'Changed: an import of people needs a name and one key alone. A column that is absent, and an empty cell, change nothing.',
      'New: emptyClears=true lets an empty cell of an import take away a manager, roles and other values. Before, an empty cell ' +
        'always did.',
      'New: in an import, a department without a team makes a team.',
      'Stricter: an import refuses errors of a spreadsheet, and keys that a spreadsheet has changed.',
      'New: a deputy for reading gets chain, direct reports and chart of the manager they act for.',
      'Changed: `POST /admin/users/{userId}/erase` is 200 with filesLeft while the file storage is away. Before, it was 500.',
      'Stricter: a tenant has at most 2,000 plans (409 `LIMIT_REACHED`). `DELETE /admin/org-plans/{planId}` also deletes cancelled ' +
        'ones.',
      'Stricter: a user has the newest 50 imports of a profile.',
      'New: the setting `roleApproval` demands a second admin for a role with tenant scope. `GET /admin/role-requests` lists what is ' +
        'requested.',
      'New: reads of others by a role with tenant scope, by a deputy, and by a line younger than a day are in `GET /audit`.',
      'New: with the setting `roleApproval`, deputies that admins name for others, moves that let an admin see more, and the end of ' +
        '`planApproval` take two admins. 403 `SECOND_ADMIN` names the request (`POST /admin/approvals/deputy` and others).',
      'New: a manager is told whom somebody else named as a deputy (`deputy.named`).',
      'Stricter: summaries and drafts are of weeks from five years back to one week ahead.',
      'Stricter: 64 MB of answers to requests with an `Idempotency-Key` are kept for a caller in a day. The repeat of a request ' +
        'beyond them is 409 `IDEMPOTENCY_ANSWER_GONE`. The request itself is still made once.',
      'Stricter: too many invalid tokens of an address are 429 `RATE_LIMITED` instead of 401. Tokens in use are not concerned.',
      'New: somebody is told who changed their address, user name or external id, or bound or unbound what they sign in with ' +
        '(`account.keys_changed`). Admins and the People Team are told, too (`org.keys_changed`).',
      'New: after an admin changed what somebody signs in with, the next account that would sign in as that person waits for another ' +
        'admin: `GET /admin/approvals`.',
      'New: tokens may be signed with EdDSA (Ed25519).',
      'Stricter: RSA keys have 2,048 to 4,096 bits and the exponent 65537. Keys are accepted only for algorithms that the metadata of ' +
        'the provider lists.',
      'New: `POST /admin/identity-providers` says which key is not accepted.',
      'Stricter: a request with an `Idempotency-Key` whose answer named somebody who was erased since is 422, and not made again.',
      'Stricter: at most 200 uploaded profiles of a tenant wait to be read. The next upload is 409 `LIMIT_REACHED`.',
      'New: a move hands open summaries over (`weekly_summary.handed_over`), also below a manager who has left. awaitingResponse ' +
        'counts them in the same way.',
      'New: the preview of a plan has openSummaries.',
      'New: a manager has deputies for a time (`GET /users/{userId}/deputies`). A response that one gave has onBehalfOf.',
      'New: drafts (`PUT /summary-drafts/{weekStart}`).',
      'New: `PATCH /summaries/{summaryId}/response` edits a response within a day.',
      'New: `DELETE /mvp/nominations/{nominationId}` withdraws a nomination.',
      'New: `POST /goals/{goalId}/copy` copies a goal. The board offers it by canCopy.',
      'New: notifications are in English or German, by preferredLanguage and the setting `language`.',
      'New: a person whose address bounced has emailStopped.',
      'New: a time zone for each person decides their weeks.',
      'New: schedules (`GET /me/schedule`) have the reminders `weekly_summary.due` and `weekly_summary.last_call`.',
      'Changed: the settings `opens`, `due`, `lastCall`, `digest` and `teamSchedules` replace the time of the digest.',
      'New: the setting `retention` deletes what is older than it says. Readers of `GET /changes` then get `summary.expired`, and ' +
        'admins `retention.announced`.',
    ],
  },
  {
    version: '0.2.0',
    changes: [
      'New: people sign in with the tokens of their company’s identity provider.',
      'New: services have opaque tokens, which can be revoked.',
      'New: `GET /home`, `GET /home/team` and `GET /users/{userId}/overview` answer a screen in one call.',
      'Changed: lists name people where they had ids.',
      'New: admins have `GET /admin/settings`, `POST /admin/organisation/imports` and the other calls of the whole organisation.',
      'New: `DELETE /summaries/{summaryId}` withdraws a summary in its week, while it has no response. The change log has ' +
        '`summary.withdrawn`.',
      'New: `GET /audit` filters by plan and action, and has values before and after.',
      'Changed: `GET /admin/org-plans/{planId}/moves` answers in every status.',
      'Stricter: a summary is submitted one week ahead at most.',
      'Stricter: nobody changes their own roles (403 `OWN_ROLES`).',
      'Stricter: lists and texts have bounds.',
      'Changed: a list that takes too long is 503 `ANSWER_TOO_SLOW`.',
      'Changed: a 403 is not kept for an `Idempotency-Key`.',
    ],
  },
];
