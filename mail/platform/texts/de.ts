import type { PlatformText } from '../platform-text.js'

export const de: PlatformText = {
  verify: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: 'Bitte bestätigen Sie, dass {{ address }} Ihre Adresse ist.',
    button: 'Adresse bestätigen',
  },
  reset: {
    subject: 'Setzen Sie Ihr Passwort zurück',
    text: 'Sie können für {{ address }} ein neues Passwort wählen.',
    button: 'Neues Passwort wählen',
  },
  connected: {
    subject: 'Eine neue Anmeldung für Ihr Konto',
    text: 'Von jetzt an kann man sich mit {{ service }} bei {{ address }} anmelden. Falls Sie das nicht waren, wählen Sie bitte über den Link für ein vergessenes Passwort ein neues: Das entfernt {{ service }} und beendet jede Sitzung.',
    button: 'Konto öffnen',
  },
  moving: {
    subject: 'Die Adresse Ihres Kontos soll sich ändern',
    text: 'Anstelle von {{ address }} wurde eine andere Adresse angegeben. Sie ersetzt diese, sobald sie bestätigt ist. Falls Sie das nicht waren, wählen Sie bitte über den Link für ein vergessenes Passwort ein neues: Das verhindert die Änderung und beendet jede Sitzung.',
    button: 'Konto öffnen',
  },
  invite: {
    subject: 'Sie sind zu einem Projekt eingeladen',
    text: 'Sie sind eingeladen, am Projekt {{ project }} mitzuarbeiten. Registrieren Sie sich oder melden Sie sich an, um beizutreten.',
    unnamed:
      'Sie sind eingeladen, an einem Projekt mitzuarbeiten. Registrieren Sie sich oder melden Sie sich an, um beizutreten.',
    button: 'Dem Projekt beitreten',
  },
  testAddress: {
    subject: 'Bestätigen Sie Ihre Adresse für Test-E-Mails',
    text: 'Das Projekt {{ project }} möchte Test-E-Mails an {{ address }} senden. Bestätigen Sie innerhalb von sieben Tagen, wenn Sie sie erhalten möchten.',
    unnamed:
      'Ein Projekt möchte Test-E-Mails an {{ address }} senden. Bestätigen Sie innerhalb von sieben Tagen, wenn Sie sie erhalten möchten.',
    button: 'Adresse bestätigen',
  },
  paused: {
    subject: 'Eine Kampagne wurde angehalten',
    text: 'Eine Kampagne des Projekts {{ project }} ist angehalten, weil zu viele ihrer E-Mails unzustellbar waren oder als Spam gemeldet wurden: Von {{ sent }} waren {{ bounces }} unzustellbar, und {{ complaints }} wurden gemeldet. Das Projekt kann weiter versenden. Bitte klären Sie, woher diese Adressen stammen, entfernen Sie sie und setzen Sie die Kampagne erst dann fort.',
    unnamed:
      'Eine Kampagne eines Ihrer Projekte ist angehalten, weil zu viele ihrer E-Mails unzustellbar waren oder als Spam gemeldet wurden: Von {{ sent }} waren {{ bounces }} unzustellbar, und {{ complaints }} wurden gemeldet. Das Projekt kann weiter versenden. Bitte klären Sie, woher diese Adressen stammen, entfernen Sie sie und setzen Sie die Kampagne erst dann fort.',
    button: 'Kampagne öffnen',
  },
  disabled: {
    subject: 'Ihr Projekt wurde gesperrt',
    text: 'Das Projekt {{ project }} verschickt keine E-Mails mehr, weil zu viele davon unzustellbar waren oder als Spam gemeldet wurden. Seine Daten sind weiterhin lesbar. Bitte bereinigen Sie die Adresslisten und wenden Sie sich dann an den Betreiber.',
    unnamed:
      'Eines Ihrer Projekte verschickt keine E-Mails mehr, weil zu viele davon unzustellbar waren oder als Spam gemeldet wurden. Seine Daten sind weiterhin lesbar. Bitte bereinigen Sie die Adresslisten und wenden Sie sich dann an den Betreiber.',
    button: 'Werte ansehen',
  },
  unpaid: {
    subject: 'Die Zahlung für Ihr Projekt ist fehlgeschlagen',
    text: 'Das Projekt {{ project }} verschickt keine E-Mails mehr, weil die Zahlung dafür fehlgeschlagen ist. Seine Daten sind weiterhin lesbar. Sobald die offene Rechnung bezahlt ist, arbeitet das Projekt von selbst weiter.',
    unnamed:
      'Eines Ihrer Projekte verschickt keine E-Mails mehr, weil die Zahlung dafür fehlgeschlagen ist. Seine Daten sind weiterhin lesbar. Sobald die offene Rechnung bezahlt ist, arbeitet das Projekt von selbst weiter.',
    button: 'Rechnung bezahlen',
  },
  notification: {
    subject: 'In Ihrem Projekt ist etwas fehlgeschlagen',
    text: 'Das ist im Projekt {{ project }} geschehen. Im Dashboard sehen Sie die Einzelheiten und was Sie tun können.',
    unnamed:
      'Das ist in einem Ihrer Projekte geschehen. Im Dashboard sehen Sie die Einzelheiten und was Sie tun können.',
    button: 'Dashboard öffnen',
  },
  notices: {
    IMPORT_FAILED: 'Ein Import ist fehlgeschlagen',
    EXPORT_FAILED: 'Ein Export ist fehlgeschlagen',
    CAMPAIGN_PAUSED: 'Eine Kampagne wurde angehalten',
    WORKFLOW_FAILING: 'Ein Workflow schlägt fehl',
    DOMAIN_LOST: 'Eine Domain ist nicht mehr bestätigt',
    REPUTATION_LOW: 'Zu viele E-Mails sind unzustellbar oder werden als Spam gemeldet',
    PROJECT_DISABLED: 'Ihr Projekt wurde deaktiviert',
    USAGE_NEAR_LIMIT: 'Ihr Projekt hat sein Monatslimit fast erreicht',
    USAGE_AT_LIMIT: 'Ihr Projekt hat sein Monatslimit erreicht',
  },
  expires: 'Der Link gilt einmal, eine Stunde lang.',
  ignore: 'Falls Sie das nicht angefordert haben, brauchen Sie nichts zu tun.',
  expiresInWeek:
    'Der Link gilt einmal, sieben Tage lang. Wer ihn öffnet, kann beitreten; geben Sie ihn bitte nicht weiter.',
  ignoreInvitation: 'Falls Sie diese Einladung nicht erwartet haben, brauchen Sie nichts zu tun.',
  wanted: 'Sie haben diese E-Mails gewünscht. Im Dashboard können Sie sie unter „Notifications“ abstellen.',
}
