// The texts of the screens that only admins open, in German.
import { createCount } from './plurals.js';

const count = createCount('de-DE');

/** @type {typeof import('./texts-admin-en.js').en} */
export const de = {
  steps: {
    intro: 'Was das Unternehmen vor seiner ersten Woche braucht, und wo es erledigt wird.',
    done: (done, all) => `${done} von ${all} Schritten sind erledigt`,
    isDone: 'erledigt',
    isOpen: 'offen',
    signInHint: 'Alle melden sich auf dieser Seite mit ihrem Konto des Unternehmens an.',
    noClient: 'Kein Identitätsanbieter hat einen Client für diese Seite, deshalb meldet sich hier niemand an.',
    toConnections: 'Anmeldung ändern und ausprobieren',
    alone: 'Außer Ihnen ist noch niemand hier.',
    furtherFile:
      'Es sind Personen hier. Eine Datei mit weiteren oder mit Änderungen zeigt zuerst, was sie ändern würde.',
    toPeople: 'Eine einzelne Person hinzufügen',
    missing: 'Was bei Personen fehlt',
    peopleFirst: 'Hier steht, was bei Personen fehlt, sobald sie da sind.',
    nothingMissing: 'Es fehlt nichts.',
    notes: 'Kann so richtig sein',
    goTo: (screen) => `Öffnen: ${screen}`,
    others: (number) => `${count(number, 'weiterer Eintrag wird', 'weitere Einträge werden')} nicht gezeigt.`,
    mailAgain: 'E-Mails wieder zulassen',
    mailAgainTo: (name) => `E-Mails wieder zulassen: ${name}`,
    mailGoesOn: (name) => `E-Mails gehen wieder an ${name}.`,
    reminders: 'Erinnerungen',
    switchOn: 'Einschalten',
    switchOnOf: (reminder) => `Einschalten: ${reminder}`,
    switchedOn: (reminder) => `Eingeschaltet: ${reminder}.`,
    toTimes: 'Zeiten ändern',
  },
  gaps: {
    withoutManager: {
      title: (number) => count(number, 'Person hat keine Führungskraft', 'Personen haben keine Führungskraft'),
      hint: 'Wer ganz oben steht, zählt nicht dazu. Tragen Sie die Führungskraft bei der Person ein, oder übernehmen Sie eine Datei mit Führungskräften.',
    },
    pendingManager: {
      title: (number) =>
        count(number, 'Person wartet auf ihre Führungskraft', 'Personen warten auf ihre Führungskraft'),
      hint: 'Sie bekommen die Führungskraft, sobald jemand mit diesem Namen, dieser Nummer oder Adresse da ist.',
    },
    withoutTeam: {
      title: (number) => count(number, 'Person ist in keinem Team', 'Personen sind in keinem Team'),
      hint: 'Tragen Sie das Team bei der Person ein, oder übernehmen Sie eine Datei mit Teams.',
    },
    withoutDepartment: {
      title: (number) =>
        count(number, 'Person ist in einem Team ohne Abteilung', 'Personen sind in einem Team ohne Abteilung'),
      hint: 'Tragen Sie die Abteilung bei einer Person ein: Sie gilt für das ganze Team.',
    },
    emailStopped: {
      title: (number) => count(number, 'Person bekommt keine E-Mails', 'Personen bekommen keine E-Mails'),
      hint: 'Eine E-Mail kam zurück oder wurde als Spam gemeldet. Berichtigen Sie die Adresse, oder lassen Sie E-Mails wieder zu.',
    },
    withoutRegion: {
      title: (number) => count(number, 'Person hat keine Region', 'Personen haben keine Region'),
      hint: 'Ihre Feiertage sind nicht bekannt. Tragen Sie die Region des Unternehmens ein, oder die der Person.',
    },
    withoutTimezone: {
      title: (number) =>
        count(number, 'Person arbeitet in einem anderen Land', 'Personen arbeiten in einem anderen Land'),
      hint: 'Sie haben keine eigene Zeitzone, deshalb kommen Erinnerungen zur Zeit des Unternehmens.',
    },
    startsLater: {
      title: (number) => count(number, 'Person fängt später an', 'Personen fangen später an'),
      hint: 'Bis dahin erwartet niemand Check-ins von ihnen.',
    },
    teamOfOne: {
      title: (number) => count(number, 'Team hat ein einziges Mitglied', 'Teams haben ein einziges Mitglied'),
      hint: 'Vielleicht ist das Team anderswo anders geschrieben.',
    },
    smallDepartment: {
      title: (number) => count(number, 'Abteilung ist klein', 'Abteilungen sind klein'),
      hint: 'Auswertungen zeigen ihre Zahlen nicht: Es wären weniger Personen als die kleinste Gruppe der Einstellungen.',
    },
  },
  file: {
    intro:
      'Wählen Sie eine Datei mit Personen, etwa den Export eines HR-Programms. Sie sehen, was sie ändern würde, bevor sich etwas ändert.',
    file: 'Datei',
    fileHint: 'CSV mit Name und E-Mail-Adresse oder Nummer für jede Person',
    dateOrder: 'Daten wie 03/04/2026',
    dayFirst: 'Tag zuerst',
    monthFirst: 'Monat zuerst',
    emptyClears: 'Eine leere Zelle nimmt weg, was da ist',
    absentLeave: 'Die Datei ist das ganze Unternehmen: Wer nicht darin steht, verlässt es',
    preview: 'Zeigen, was sich ändern würde',
    waiting: 'Die Datei wird gelesen …',
    prepared: (done, all) => `${done} von ${all} Änderungen sind vorbereitet …`,
    previewOf: (name) => `Was ${name} ändern würde`,
    resultOf: (name) => `Was ${name} geändert hat`,
    kinds: {
      created: 'Neu',
      changed: 'Geändert',
      moved: 'Versetzt',
      left: 'Geht',
      leftOut: 'Nicht in der Datei',
      unchanged: 'Unverändert',
      pending: 'Wartet auf eine Führungskraft',
    },
    fields: {
      employeeNumber: 'Nummer',
      externalId: 'Id im Verzeichnisdienst',
      checkInsExpected: 'Check-ins erwartet',
    },
    faults: (number) => `${count(number, 'Fehler', 'Fehler')}: Nichts wird übernommen, bis die Datei berichtigt ist`,
    row: (row, message) => `Zeile ${row}: ${message}`,
    warnings: 'Sehen Sie sich das zuerst an',
    notes: 'Hinweise',
    apply: 'Diese Änderungen übernehmen',
    applied: 'Die Personen der Datei sind da.',
    nothing: 'Die Datei ändert nichts.',
    changes: 'Änderungen von Personen',
    what: 'Was',
    before: 'Vorher',
    after: 'Nachher',
  },
  providers: {
    client: (host, client) => `${host}, mit dem Client ${client}`,
    clientId: 'Client dieser Seite',
    clientHint: 'seine Id beim Anbieter; leer, wenn sich hier niemand anmelden soll',
    clientNote: (address) =>
      `Ein öffentlicher Client ohne Geheimnis, mit ${address} als Rücksprungadresse. Welche Tokens gelten, ändert sich nicht.`,
    scopes: 'Scopes',
    scopesHint: 'was die Seite verlangt, mit Leerzeichen getrennt; leer für die üblichen',
    signsIn: 'meldet hier an',
    noClient: 'kein Client für diese Seite',
    saved: 'Gespeichert. Probieren Sie es in einem neuen Tab aus, solange Sie hier angemeldet sind.',
    try: 'Anmeldung in einem neuen Tab ausprobieren',
    tryHint: 'Sie bleiben hier angemeldet und können berichtigen, was nicht geht.',
    refused: 'Wer zuletzt abgewiesen wurde',
  },
  refusedSignIns: {
    no_claim: 'Der Anbieter sagt nicht, wer es ist.',
    not_verified: 'Der Anbieter sagt nicht, dass die Adresse bestätigt ist.',
    unknown: 'Niemand hier hat diese Adresse oder Id.',
    left: 'Die Person hat das Unternehmen verlassen.',
    other_domain: 'Die Adresse gehört zu einer anderen Domain als denen des Anbieters.',
    other_subject: 'Die Person ist mit einem anderen Konto des Anbieters bekannt.',
    unbound: 'Ein Admin hat dieses Konto von der Person gelöst.',
    waits: 'Ein anderer Admin muss die erste Anmeldung genehmigen.',
  },
};
