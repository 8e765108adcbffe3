import type { PlatformText } from '../platform-text.js'

export const sv: PlatformText = {
  verify: {
    subject: 'Bekräfta din e-postadress',
    text: 'Bekräfta att {{ address }} är din adress.',
    button: 'Bekräfta adressen',
  },
  reset: {
    subject: 'Återställ ditt lösenord',
    text: 'Du kan välja ett nytt lösenord för {{ address }}.',
    button: 'Välj nytt lösenord',
  },
  connected: {
    subject: 'Ett nytt sätt att logga in på ditt konto',
    text: 'Från och med nu går det att logga in på {{ address }} med {{ service }}. Om det inte var du, välj ett nytt lösenord via länken för glömt lösenord: det tar bort {{ service }} och avslutar alla sessioner.',
    button: 'Öppna ditt konto',
  },
  moving: {
    subject: 'Adressen till ditt konto ska ändras',
    text: 'En annan adress har angetts i stället för {{ address }}. Den ersätter denna så snart den är bekräftad. Om det inte var du, välj ett nytt lösenord via länken för glömt lösenord: det stoppar ändringen och avslutar alla sessioner.',
    button: 'Öppna ditt konto',
  },
  invite: {
    subject: 'Du är inbjuden till ett projekt',
    text: 'Du är inbjuden att arbeta med projektet {{ project }}. Registrera dig eller logga in för att gå med.',
    unnamed: 'Du är inbjuden att arbeta med ett projekt. Registrera dig eller logga in för att gå med.',
    button: 'Gå med i projektet',
  },
  testAddress: {
    subject: 'Bekräfta din adress för testmejl',
    text: 'Projektet {{ project }} vill skicka testmejl till {{ address }}. Bekräfta inom sju dagar om du vill ta emot dem.',
    unnamed: 'Ett projekt vill skicka testmejl till {{ address }}. Bekräfta inom sju dagar om du vill ta emot dem.',
    button: 'Bekräfta adressen',
  },
  paused: {
    subject: 'En kampanj har pausats',
    text: 'En kampanj i projektet {{ project }} är pausad, eftersom för många meddelanden studsade eller anmäldes som skräppost: av {{ sent }} meddelanden studsade {{ bounces }} och anmäldes {{ complaints }}. Projektet kan fortsätta att skicka. Ta reda på var adresserna kommer ifrån, ta bort dem och återuppta kampanjen först därefter.',
    unnamed:
      'En kampanj i ett av dina projekt är pausad, eftersom för många meddelanden studsade eller anmäldes som skräppost: av {{ sent }} meddelanden studsade {{ bounces }} och anmäldes {{ complaints }}. Projektet kan fortsätta att skicka. Ta reda på var adresserna kommer ifrån, ta bort dem och återuppta kampanjen först därefter.',
    button: 'Öppna kampanjen',
  },
  disabled: {
    subject: 'Ditt projekt har stängts av',
    text: 'Projektet {{ project }} skickar inte längre e-post, eftersom för många meddelanden studsade eller anmäldes som skräppost. Uppgifterna går fortfarande att läsa. Rensa adresslistorna och kontakta sedan operatören.',
    unnamed:
      'Ett av dina projekt skickar inte längre e-post, eftersom för många meddelanden studsade eller anmäldes som skräppost. Uppgifterna går fortfarande att läsa. Rensa adresslistorna och kontakta sedan operatören.',
    button: 'Se siffrorna',
  },
  unpaid: {
    subject: 'Betalningen för ditt projekt misslyckades',
    text: 'Projektet {{ project }} skickar inte längre e-post, eftersom betalningen misslyckades. Uppgifterna går fortfarande att läsa. När den obetalda fakturan är betald fungerar projektet igen av sig självt.',
    unnamed:
      'Ett av dina projekt skickar inte längre e-post, eftersom betalningen misslyckades. Uppgifterna går fortfarande att läsa. När den obetalda fakturan är betald fungerar projektet igen av sig självt.',
    button: 'Betala fakturan',
  },
  notification: {
    subject: 'Något i ditt projekt misslyckades',
    text: 'Det hände i projektet {{ project }}. I översikten ser du detaljerna och vad du kan göra.',
    unnamed: 'Det hände i ett av dina projekt. I översikten ser du detaljerna och vad du kan göra.',
    button: 'Öppna översikten',
  },
  notices: {
    IMPORT_FAILED: 'En import misslyckades',
    EXPORT_FAILED: 'En export misslyckades',
    CAMPAIGN_PAUSED: 'En kampanj har pausats',
    WORKFLOW_FAILING: 'Ett arbetsflöde misslyckas',
    DOMAIN_LOST: 'En domän är inte längre verifierad',
    REPUTATION_LOW: 'För många meddelanden studsar eller anmäls som skräppost',
    PROJECT_DISABLED: 'Ditt projekt har stängts av',
    USAGE_NEAR_LIMIT: 'Ditt projekt närmar sig sin månadsgräns',
    USAGE_AT_LIMIT: 'Ditt projekt har nått sin månadsgräns',
  },
  expires: 'Länken fungerar en gång, inom en timme.',
  ignore: 'Om du inte bad om detta behöver du inte göra något.',
  expiresInWeek: 'Länken fungerar en gång, inom sju dagar. Den som öppnar den kan gå med, så skicka den inte vidare.',
  ignoreInvitation: 'Om du inte väntade dig den här inbjudan behöver du inte göra något.',
  wanted: 'Du har bett om de här mejlen. Du kan stänga av dem under ”Notifications” i översikten.',
}
