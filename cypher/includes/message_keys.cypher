// message_keys(notification): list, the keys of the events that send a notification outside of the application, by each channel.
// Written by `npm run queries` from the channels (src/features/notifications/channels.ts); do not edit.
[type IN ['email.send', 'chat.send'] | type + ':' + notification.id]
