import type { PlatformText } from '../platform-text.js'

export const fr: PlatformText = {
  verify: {
    subject: 'Confirmez votre adresse e-mail',
    text: 'Veuillez confirmer que {{ address }} est bien votre adresse.',
    button: 'Confirmer l’adresse',
  },
  reset: {
    subject: 'Réinitialisez votre mot de passe',
    text: 'Vous pouvez choisir un nouveau mot de passe pour {{ address }}.',
    button: 'Choisir un mot de passe',
  },
  connected: {
    subject: 'Une nouvelle façon de vous connecter',
    text: 'Il est désormais possible de se connecter à {{ address }} avec {{ service }}. Si ce n’était pas vous, choisissez un nouveau mot de passe par le lien de mot de passe oublié : cela retire {{ service }} et met fin à toutes les sessions.',
    button: 'Ouvrir votre compte',
  },
  moving: {
    subject: 'L’adresse de votre compte va changer',
    text: 'Une autre adresse a été demandée à la place de {{ address }}. Elle la remplacera dès qu’elle sera confirmée. Si ce n’était pas vous, choisissez un nouveau mot de passe par le lien de mot de passe oublié : cela empêche le changement et met fin à toutes les sessions.',
    button: 'Ouvrir votre compte',
  },
  invite: {
    subject: 'Vous êtes invité à rejoindre un projet',
    text: 'Vous êtes invité à participer au projet {{ project }}. Inscrivez-vous ou connectez-vous pour le rejoindre.',
    unnamed: 'Vous êtes invité à participer à un projet. Inscrivez-vous ou connectez-vous pour le rejoindre.',
    button: 'Rejoindre le projet',
  },
  testAddress: {
    subject: 'Confirmez votre adresse pour les e-mails de test',
    text: 'Le projet {{ project }} souhaite envoyer des e-mails de test à {{ address }}. Confirmez dans les sept jours si vous souhaitez les recevoir.',
    unnamed:
      'Un projet souhaite envoyer des e-mails de test à {{ address }}. Confirmez dans les sept jours si vous souhaitez les recevoir.',
    button: 'Confirmer l’adresse',
  },
  paused: {
    subject: 'Une campagne a été mise en pause',
    text: 'Une campagne du projet {{ project }} est en pause, car trop de ses messages ont été rejetés ou signalés comme indésirables : sur {{ sent }} messages, {{ bounces }} ont été rejetés et {{ complaints }} signalés. Le projet peut continuer à envoyer. Veuillez chercher d’où viennent ces adresses, les supprimer, et seulement ensuite reprendre la campagne.',
    unnamed:
      'Une campagne d’un de vos projets est en pause, car trop de ses messages ont été rejetés ou signalés comme indésirables : sur {{ sent }} messages, {{ bounces }} ont été rejetés et {{ complaints }} signalés. Le projet peut continuer à envoyer. Veuillez chercher d’où viennent ces adresses, les supprimer, et seulement ensuite reprendre la campagne.',
    button: 'Ouvrir la campagne',
  },
  disabled: {
    subject: 'Votre projet a été désactivé',
    text: 'Le projet {{ project }} n’envoie plus d’e-mails, car trop de ses messages ont été rejetés ou signalés comme indésirables. Ses données restent lisibles. Veuillez nettoyer ses listes d’adresses, puis contacter l’exploitant.',
    unnamed:
      'Un de vos projets n’envoie plus d’e-mails, car trop de ses messages ont été rejetés ou signalés comme indésirables. Ses données restent lisibles. Veuillez nettoyer ses listes d’adresses, puis contacter l’exploitant.',
    button: 'Voir les taux',
  },
  unpaid: {
    subject: 'Le paiement de votre projet a échoué',
    text: 'Le projet {{ project }} n’envoie plus d’e-mails, car son paiement a échoué. Ses données restent lisibles. Dès que la facture en attente sera réglée, le projet fonctionnera de nouveau de lui-même.',
    unnamed:
      'Un de vos projets n’envoie plus d’e-mails, car son paiement a échoué. Ses données restent lisibles. Dès que la facture en attente sera réglée, le projet fonctionnera de nouveau de lui-même.',
    button: 'Régler la facture',
  },
  expires: 'Le lien ne fonctionne qu’une fois, pendant une heure.',
  ignore: 'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',
  expiresInWeek:
    'Le lien ne fonctionne qu’une fois, pendant sept jours. Toute personne qui l’ouvre peut rejoindre le projet : ne le transmettez pas.',
  ignoreInvitation: 'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
}
