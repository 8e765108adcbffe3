/** The words under a marketing message. `{project}` stands for the sender's name. */
export interface FooterText {
  reason: string
  unsubscribe: string
  manage: string
}

/** The footer in every language that has one, by its two-letter code. */
export const FOOTER_TEXTS: Record<string, FooterText> & { en: FooterText } = {
  en: {
    reason: 'You are receiving this email because you subscribed to messages from {project}.',
    unsubscribe: 'Unsubscribe',
    manage: 'Manage preferences',
  },
  de: {
    reason: 'Sie erhalten diese E-Mail, weil Sie Nachrichten von {project} abonniert haben.',
    unsubscribe: 'Abmelden',
    manage: 'Einstellungen verwalten',
  },
  fr: {
    reason: 'Vous recevez cet e-mail car vous êtes abonné aux messages de {project}.',
    unsubscribe: 'Se désabonner',
    manage: 'Gérer les préférences',
  },
  es: {
    reason: 'Recibe este correo porque se ha suscrito a los mensajes de {project}.',
    unsubscribe: 'Darse de baja',
    manage: 'Gestionar preferencias',
  },
  it: {
    reason: 'Ricevi questa email perché sei iscritto ai messaggi di {project}.',
    unsubscribe: 'Annulla iscrizione',
    manage: 'Gestisci preferenze',
  },
  nl: {
    reason: 'U ontvangt deze e-mail omdat u zich hebt aangemeld voor berichten van {project}.',
    unsubscribe: 'Afmelden',
    manage: 'Voorkeuren beheren',
  },
  pt: {
    reason: 'Você está recebendo este e-mail porque se inscreveu para receber mensagens de {project}.',
    unsubscribe: 'Cancelar inscrição',
    manage: 'Gerenciar preferências',
  },
  pl: {
    reason: 'Otrzymujesz tę wiadomość, ponieważ subskrybujesz wiadomości od {project}.',
    unsubscribe: 'Wypisz się',
    manage: 'Zarządzaj preferencjami',
  },
  sv: {
    reason: 'Du får det här mejlet eftersom du prenumererar på meddelanden från {project}.',
    unsubscribe: 'Avsluta prenumerationen',
    manage: 'Hantera inställningar',
  },
  ja: {
    reason: 'このメールは、{project} からのメッセージに登録された方にお送りしています。',
    unsubscribe: '配信停止',
    manage: '配信設定の変更',
  },
}
