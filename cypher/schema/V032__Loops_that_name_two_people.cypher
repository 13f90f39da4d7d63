// A notice of a loop names two people and said so of one: without aboutIds an erasure finds both by their names.
// @works-with 0.1.0
MATCH (event:OutboxEvent) WHERE event.type = 'org.manager_loop' AND event.key IS NOT NULL SET event.aboutIds = null;
MATCH (notification:Notification) WHERE notification.type = 'org.manager_loop' AND notification.id IS NOT NULL SET notification.aboutIds = null;
