// Clients that generators make of /openapi.json and that take minutes to make.
import { testClients } from '../../support/generated-clients.ts';
import { service } from '../../support/service.ts';

testClients(service(), { areSlow: true });
