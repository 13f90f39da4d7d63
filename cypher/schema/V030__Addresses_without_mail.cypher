// Addresses that get no e-mails any more are counted without looking at all people.
// @works-with 0.1.0
CREATE INDEX user_by_stopped_email IF NOT EXISTS FOR (user:User) ON (user.emailStopped);
