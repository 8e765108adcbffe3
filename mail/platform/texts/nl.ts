import type { PlatformText } from '../platform-text.js'

export const nl: PlatformText = {
  verify: {
    subject: 'Bevestig uw e-mailadres',
    text: 'Bevestig dat {{ address }} uw adres is.',
    button: 'Adres bevestigen',
  },
  reset: {
    subject: 'Stel uw wachtwoord opnieuw in',
    text: 'U kunt een nieuw wachtwoord kiezen voor {{ address }}.',
    button: 'Nieuw wachtwoord kiezen',
  },
  connected: {
    subject: 'Een nieuwe manier om in te loggen',
    text: 'Vanaf nu kan er met {{ service }} worden ingelogd op {{ address }}. Was u dit niet? Kies dan een nieuw wachtwoord via de link voor een vergeten wachtwoord: dat verwijdert {{ service }} en beëindigt alle sessies.',
    button: 'Uw account openen',
  },
  moving: {
    subject: 'Het adres van uw account gaat veranderen',
    text: 'Er is een ander adres opgegeven in plaats van {{ address }}. Het vervangt dit adres zodra het is bevestigd. Was u dit niet? Kies dan een nieuw wachtwoord via de link voor een vergeten wachtwoord: dat houdt de wijziging tegen en beëindigt alle sessies.',
    button: 'Uw account openen',
  },
  invite: {
    subject: 'U bent uitgenodigd voor een project',
    text: 'U bent uitgenodigd om mee te werken aan het project {{ project }}. Maak een account of meld u aan om mee te doen.',
    unnamed: 'U bent uitgenodigd om mee te werken aan een project. Maak een account of meld u aan om mee te doen.',
    button: 'Meedoen aan het project',
  },
  testAddress: {
    subject: 'Bevestig uw adres voor testmails',
    text: 'Het project {{ project }} wil testmails sturen naar {{ address }}. Bevestig dit binnen zeven dagen als u ze wilt ontvangen.',
    unnamed:
      'Een project wil testmails sturen naar {{ address }}. Bevestig dit binnen zeven dagen als u ze wilt ontvangen.',
    button: 'Adres bevestigen',
  },
  paused: {
    subject: 'Een campagne is gepauzeerd',
    text: 'Een campagne van het project {{ project }} is gepauzeerd, omdat te veel berichten onbestelbaar waren of als spam zijn gemeld: van {{ sent }} berichten waren er {{ bounces }} onbestelbaar en zijn er {{ complaints }} gemeld. Het project kan blijven verzenden. Ga na waar deze adressen vandaan komen, verwijder ze en hervat de campagne pas daarna.',
    unnamed:
      'Een campagne van een van uw projecten is gepauzeerd, omdat te veel berichten onbestelbaar waren of als spam zijn gemeld: van {{ sent }} berichten waren er {{ bounces }} onbestelbaar en zijn er {{ complaints }} gemeld. Het project kan blijven verzenden. Ga na waar deze adressen vandaan komen, verwijder ze en hervat de campagne pas daarna.',
    button: 'Campagne openen',
  },
  disabled: {
    subject: 'Uw project is uitgeschakeld',
    text: 'Het project {{ project }} verstuurt geen e-mail meer, omdat te veel berichten onbestelbaar waren of als spam zijn gemeld. De gegevens blijven leesbaar. Schoon de adreslijsten op en neem daarna contact op met de beheerder.',
    unnamed:
      'Een van uw projecten verstuurt geen e-mail meer, omdat te veel berichten onbestelbaar waren of als spam zijn gemeld. De gegevens blijven leesbaar. Schoon de adreslijsten op en neem daarna contact op met de beheerder.',
    button: 'Cijfers bekijken',
  },
  unpaid: {
    subject: 'De betaling voor uw project is mislukt',
    text: 'Het project {{ project }} verstuurt geen e-mail meer, omdat de betaling ervoor is mislukt. De gegevens blijven leesbaar. Zodra de openstaande factuur is betaald, werkt het project vanzelf weer.',
    unnamed:
      'Een van uw projecten verstuurt geen e-mail meer, omdat de betaling ervoor is mislukt. De gegevens blijven leesbaar. Zodra de openstaande factuur is betaald, werkt het project vanzelf weer.',
    button: 'Factuur betalen',
  },
  notification: {
    subject: 'Er is iets mislukt in uw project',
    text: 'Dit is gebeurd in het project {{ project }}. In het dashboard ziet u de details en wat u kunt doen.',
    unnamed: 'Dit is gebeurd in een van uw projecten. In het dashboard ziet u de details en wat u kunt doen.',
    button: 'Dashboard openen',
  },
  notices: {
    IMPORT_FAILED: 'Een import is mislukt',
    EXPORT_FAILED: 'Een export is mislukt',
    CAMPAIGN_PAUSED: 'Een campagne is gepauzeerd',
    WORKFLOW_FAILING: 'Een workflow mislukt',
    DOMAIN_LOST: 'Een domein is niet meer geverifieerd',
    REPUTATION_LOW: 'Te veel berichten zijn onbestelbaar of als spam gemeld',
    PROJECT_DISABLED: 'Uw project is uitgeschakeld',
    USAGE_NEAR_LIMIT: 'Uw project heeft zijn maandlimiet bijna bereikt',
    USAGE_AT_LIMIT: 'Uw project heeft zijn maandlimiet bereikt',
  },
  expires: 'De link werkt één keer, binnen een uur.',
  ignore: 'Hebt u hier niet om gevraagd, dan hoeft u niets te doen.',
  expiresInWeek: 'De link werkt één keer, binnen zeven dagen. Wie hem opent, kan meedoen; stuur hem dus niet door.',
  ignoreInvitation: 'Verwachtte u deze uitnodiging niet, dan hoeft u niets te doen.',
  wanted: 'U hebt om deze e-mails gevraagd. U kunt ze uitzetten onder ‘Notifications’ in het dashboard.',
}
