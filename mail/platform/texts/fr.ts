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
  notification: {
    subject: 'Quelque chose a échoué dans votre projet',
    text: 'Cela s’est produit dans le projet {{ project }}. Le tableau de bord montre les détails et ce que vous pouvez faire.',
    unnamed:
      'Cela s’est produit dans l’un de vos projets. Le tableau de bord montre les détails et ce que vous pouvez faire.',
    button: 'Ouvrir le tableau de bord',
  },
  notices: {
    IMPORT_FAILED: 'Une importation a échoué',
    EXPORT_FAILED: 'Une exportation a échoué',
    CAMPAIGN_PAUSED: 'Une campagne a été mise en pause',
    WORKFLOW_FAILING: 'Un workflow échoue',
    DOMAIN_LOST: 'Un domaine n’est plus vérifié',
    REPUTATION_LOW: 'Votre taux de rejets ou de plaintes est élevé',
    PROJECT_DISABLED: 'Votre projet a été désactivé',
    USAGE_NEAR_LIMIT: 'Votre projet approche de sa limite mensuelle',
    USAGE_AT_LIMIT: 'Votre projet a atteint sa limite mensuelle',
  },
  expires: 'Le lien ne fonctionne qu’une fois, pendant une heure.',
  ignore: 'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',
  expiresInWeek:
    'Le lien ne fonctionne qu’une fois, pendant sept jours. Toute personne qui l’ouvre peut rejoindre le projet : ne le transmettez pas.',
  ignoreInvitation: 'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
  wanted: 'Vous avez demandé ces e-mails. Vous pouvez les désactiver sous « Notifications » dans le tableau de bord.',
}
