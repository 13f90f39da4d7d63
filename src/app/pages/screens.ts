// The screens of a front end, their calls, and the page that shows them. A test compares them with the OpenAPI document.

type Screen = { name: string; reads: readonly string[]; changes?: readonly string[] };

/** `reads` are the calls that show the screen, one of each; a query shows which filters matter. */
export const screens: readonly Screen[] = [
  { name: 'First screen', reads: ['/home'] },
  {
    name: 'My week',
    reads: ['/summaries?author=me', '/summaries/{summaryId}', '/summary-drafts/{weekStart}'],
    changes: [
      'PUT /summary-drafts/{weekStart}',
      'POST /summaries',
      'PATCH /summaries/{summaryId}',
      'DELETE /summaries/{summaryId}',
    ],
  },
  { name: 'Questions of my week', reads: ['/me/questions?weekStart='], changes: ['PUT /me/answers/{weekStart}'] },
  {
    name: 'Respond',
    reads: ['/summaries?state=unanswered&direct=true', '/summaries/{summaryId}', '/summaries/{summaryId}/answers'],
    changes: ['POST /summaries/{summaryId}/response', 'PATCH /summaries/{summaryId}/response'],
  },
  {
    name: 'My board',
    reads: ['/goals/board'],
    changes: [
      'POST /goals',
      'PATCH /goals/{goalId}',
      'PATCH /goals/{goalId}/move',
      'POST /goals/{goalId}/copy',
      'DELETE /goals/{goalId}',
    ],
  },
  { name: 'My team', reads: ['/home/team', '/summaries/insights/trends'] },
  {
    name: 'Org chart',
    reads: ['/org/chart?depth=2', '/org/users/{userId}/managers'],
    changes: ['PUT /admin/org-chart/users/{userId}/manager'],
  },
  {
    name: 'Person',
    reads: [
      '/users/{userId}/overview',
      '/goals/board?userId=',
      '/users/{userId}/insights',
      '/users/{userId}/motivators',
    ],
  },
  {
    name: 'Nominate',
    reads: ['/mvp/nominations/window', '/mvp/nominations/mine', '/users?search='],
    changes: [
      'POST /mvp/nominations/team',
      'POST /mvp/nominations/individual',
      'DELETE /mvp/nominations/{nominationId}',
    ],
  },
  {
    name: 'Notifications',
    reads: ['/notifications', '/notifications/preferences', '/notifications/types'],
    changes: [
      'POST /notifications/{notificationId}/read',
      'POST /notifications/read-all',
      'PUT /notifications/preferences',
    ],
  },
  {
    name: 'Times and absences',
    reads: ['/me/schedule', '/users/{userId}/absences', '/users/{userId}/deputies'],
    changes: [
      'PUT /me/schedule',
      'PUT /users/{userId}/absences',
      'PUT /users/{userId}/deputies/{deputyId}',
      'DELETE /users/{userId}/deputies/{deputyId}',
    ],
  },
  { name: 'HR partners of a person', reads: ['/users/{userId}/partners'] },
  {
    name: 'HR partners',
    reads: ['/admin/partners', '/admin/approvals?kind=partner', '/teams'],
    changes: [
      'POST /admin/approvals/partner',
      'POST /admin/approvals/{approvalId}/approve',
      'POST /admin/approvals/{approvalId}/reject',
      'DELETE /admin/partners/{partId}',
    ],
  },
  {
    name: 'HR partners by groups of a directory',
    reads: ['/admin/partner-groups'],
    changes: ['DELETE /admin/partner-groups/{partId}'],
  },
  {
    name: 'Profile imports',
    reads: ['/admin/imports', '/admin/users/{userId}/insights/import/{jobId}'],
    changes: [
      'POST /admin/users/{userId}/insights/import',
      'POST /admin/users/{userId}/insights/import/{jobId}/confirm',
      'POST /admin/users/{userId}/insights/import/{jobId}/reject',
    ],
  },
  {
    name: 'People',
    reads: ['/users'],
    changes: [
      'POST /admin/users',
      'PATCH /admin/users/{userId}',
      'POST /admin/users/{userId}/deactivate',
      'POST /admin/users/{userId}/activate',
    ],
  },
  {
    name: 'Plans',
    reads: ['/admin/org-plans/{planId}', '/admin/org-plans/{planId}/moves', '/admin/org-plans/{planId}/preview'],
    changes: [
      'POST /admin/org-plans',
      'PUT /admin/org-plans/{planId}/moves',
      'POST /admin/org-plans/{planId}/submit',
      'POST /admin/org-plans/{planId}/approve',
      'POST /admin/org-plans/{planId}/apply',
      'POST /admin/org-plans/{planId}/undo',
    ],
  },
  { name: 'Audit', reads: ['/audit'] },
  { name: 'Assistants', reads: ['/me/assistants', '/admin/assistants'] },
  {
    name: 'First steps',
    reads: ['/admin/organisation/readiness', '/admin/identity-providers', '/admin/settings'],
    changes: ['PATCH /admin/settings', 'PATCH /admin/users/{userId}'],
  },
  {
    name: 'People from a file',
    reads: ['/admin/organisation/imports/{importId}'],
    changes: ['POST /admin/organisation/imports'],
  },
  {
    name: 'Sign-in',
    reads: ['/admin/identity-providers', '/admin/identity-providers/{providerId}/refused-sign-ins'],
    changes: ['PATCH /admin/identity-providers/{providerId}'],
  },
  {
    name: 'Settings',
    reads: ['/admin/settings', '/admin/chat'],
    changes: ['PATCH /admin/settings', 'PUT /admin/chat'],
  },
  {
    name: 'Webhooks',
    reads: ['/admin/webhooks', '/admin/webhooks/{webhookId}/deliveries'],
    changes: [
      'POST /admin/webhooks',
      'PATCH /admin/webhooks/{webhookId}',
      'POST /admin/webhooks/{webhookId}/test',
      'POST /admin/webhooks/{webhookId}/rotate-secret',
    ],
  },
  {
    name: 'Questions',
    reads: ['/questions?isOpen=true', '/teams'],
    changes: ['POST /questions', 'PATCH /questions/{questionId}', 'DELETE /questions/{questionId}'],
  },
  { name: 'Results of a question', reads: ['/reports/question?questionId='] },
  { name: 'HR dashboard', reads: ['/reports/check-ins', '/reports/response-times', '/summaries/insights/trends'] },
];

const list = (calls: readonly string[]): string =>
  calls.map((call) => `<code>${call.replaceAll('&', '&amp;')}</code>`).join('<br>');

/** The content of /docs/screens. */
export const screensContent = `<h1>Screens</h1>
<p>Each screen of a front end, the calls that show it and those that change something. Start with <code>GET /home</code>.
Repeated reads send <code>If-None-Match</code>; changes send <code>Idempotency-Key</code>.</p>
<p><a href="/docs/clients">Clients</a> says how to make a typed client.</p>
<table>
<thead><tr><th>Screen</th><th>Reads</th><th>Changes</th></tr></thead>
<tbody>
${screens.map(({ name, reads, changes = [] }) => `<tr><th>${name}</th><td>${list(reads)}</td><td>${list(changes)}</td></tr>`).join('\n')}
</tbody>
</table>`;
