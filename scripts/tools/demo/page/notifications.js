// Notifications: unread first, in pages.
import { api, read } from './api.js';
import { button, formatTime, h } from './dom.js';

const limit = 20;

/** Shows the first page; a button adds the next one. */
export async function showNotifications(content, { run, reload }) {
  const list = h('ul', { class: 'rows' });
  const more = h('p', { class: 'actions' });
  const change = (work, done) =>
    run(async () => {
      await read(work());
      await reload();
    }, done);
  const addPage = async (cursor) => {
    const page = await read(api.GET('/notifications', { params: { query: { limit, ...(cursor && { cursor }) } } }));
    list.append(...page.items.map((notification) => h('li', {}, drawNotification(notification, change))));
    const next = button('More', () => run(() => addPage(page.nextCursor)));
    more.replaceChildren(...(page.nextCursor ? [next] : []));
  };
  await addPage();
  const readAll = button('Mark all as read', () => change(() => api.POST('/notifications/read-all'), 'All are read.'));
  content.replaceChildren(
    list.children.length ? h('p', { class: 'actions' }, readAll) : h('p', {}, 'No notifications yet.'),
    list,
    more,
  );
}

function drawNotification({ id, title, text, unread, createdAt }, change) {
  const path = { notificationId: id };
  const markAsRead = () => api.POST('/notifications/{notificationId}/read', { params: { path } });
  return h(
    'article',
    {},
    h('h2', {}, title),
    h('p', { class: 'note' }, `${formatTime(createdAt)}, ${unread ? 'unread' : 'read'}`),
    h('p', { class: 'text' }, text),
    unread
      ? button('Mark as read', () => change(markAsRead, 'Marked as read.'), { label: `Mark as read: ${title}` })
      : null,
  );
}
