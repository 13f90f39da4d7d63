// is_dispatched(event): true if a service dispatched the notification of `event`, and so chose the recipients. Events that the release before
// wrote say it by their key alone: the next release can ask for the property.
coalesce(event.isDispatched, event.key STARTS WITH 'dispatch:')
