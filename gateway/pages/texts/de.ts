import type { PageText } from './page-text.js'

export const de: PageText = {
  pageTitle: 'E-Mail-Einstellungen',
  saved: 'Ihre Auswahl wurde gespeichert.',
  limited: 'Sie haben Ihre Auswahl sehr oft geändert. Bitte versuchen Sie es in einer Stunde noch einmal.',
  askUnsubscribe: 'Möchten Sie sich abmelden?',
  askSubscribe: 'Möchten Sie sich anmelden?',
  subscribedTitle: 'Sie sind angemeldet',
  subscribed: '{address} ist für E-Mails von {project} angemeldet.',
  unsubscribedTitle: 'Sie sind abgemeldet',
  unsubscribed: '{address} ist nicht für E-Mails von {project} angemeldet.',
  pausedTitle: 'E-Mails sind pausiert',
  paused: 'E-Mails von {project} an {address} sind bis zum {date} pausiert.',
  unlistedTitle: 'Sie stehen nicht auf der Liste',
  unlisted: 'Diese Adresse steht nicht mehr auf der Verteilerliste. Sie müssen nichts weiter tun.',
  unsubscribe: 'Abmelden',
  subscribe: 'Anmelden',
  resume: 'Jetzt fortsetzen',
  pauseTitle: 'Nur eine Pause?',
  pauseLabel: 'E-Mails pausieren für',
  pause: 'Pausieren',
  durations: { '2_weeks': '2 Wochen', '1_month': '1 Monat', '6_months': '6 Monate', '1_year': '1 Jahr' },
  brokenTitle: 'Dieser Link funktioniert nicht',
  broken:
    'Der Link ist möglicherweise unvollständig. Bitte öffnen Sie ihn erneut aus der E-Mail oder kopieren Sie ihn vollständig.',
  disabledTitle: 'Dieser Link ist deaktiviert',
  disabled:
    'Der Absender dieser E-Mail kann unsere Links derzeit nicht nutzen, deshalb führt dieser Link nirgendwohin. Sie müssen nichts weiter tun.',
  failedTitle: 'Das hat nicht geklappt',
  failed: 'Ihre Auswahl wurde nicht gespeichert. Bitte öffnen Sie den Link in der E-Mail und versuchen Sie es erneut.',
}
