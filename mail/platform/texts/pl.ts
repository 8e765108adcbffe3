import type { PlatformText } from '../platform-text.js'

export const pl: PlatformText = {
  verify: {
    subject: 'Potwierdź swój adres e-mail',
    text: 'Potwierdź, że {{ address }} to Twój adres.',
    button: 'Potwierdź adres',
  },
  reset: {
    subject: 'Zresetuj hasło',
    text: 'Możesz wybrać nowe hasło dla {{ address }}.',
    button: 'Wybierz nowe hasło',
  },
  invite: {
    subject: 'Zaproszenie do {{ project }}',
    text: 'Zaproszono Cię do pracy nad projektem {{ project }}. Aby dołączyć, zarejestruj się lub zaloguj adresem {{ address }}.',
    button: 'Dołącz do projektu',
  },
  disabled: {
    subject: 'Projekt {{ project }} został wyłączony',
    text: 'Projekt {{ project }} nie wysyła już wiadomości, ponieważ zbyt wiele z nich zostało odrzuconych lub zgłoszonych jako spam. Dane nadal można odczytać. Oczyść listy adresów, a potem zwróć się do operatora.',
    button: 'Zobacz wskaźniki',
  },
  unpaid: {
    subject: 'Płatność za {{ project }} nie powiodła się',
    text: 'Projekt {{ project }} nie wysyła już wiadomości, ponieważ płatność za niego nie powiodła się. Dane nadal można odczytać. Gdy zaległa faktura zostanie opłacona, projekt sam wznowi działanie.',
    button: 'Opłać fakturę',
  },
  expires: 'Link działa jeden raz, przez godzinę.',
  ignore: 'Jeśli to nie Twoja prośba, nie musisz nic robić.',
}
