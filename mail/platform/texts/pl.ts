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
  connected: {
    subject: 'Nowy sposób logowania na Twoje konto',
    text: 'Od teraz można się zalogować na {{ address }} przez {{ service }}. Jeśli to nie Ty, ustaw nowe hasło za pomocą linku do odzyskiwania hasła: usunie to {{ service }} i zakończy wszystkie sesje.',
    button: 'Otwórz konto',
  },
  moving: {
    subject: 'Adres Twojego konta ma się zmienić',
    text: 'Zamiast {{ address }} podano inny adres. Zastąpi go, gdy zostanie potwierdzony. Jeśli to nie Ty, ustaw nowe hasło za pomocą linku do odzyskiwania hasła: zatrzyma to zmianę i zakończy wszystkie sesje.',
    button: 'Otwórz konto',
  },
  invite: {
    subject: 'Zaproszenie do projektu',
    text: 'Zaproszono Cię do pracy nad projektem {{ project }}. Aby dołączyć, zarejestruj się lub zaloguj.',
    unnamed: 'Zaproszono Cię do pracy nad projektem. Aby dołączyć, zarejestruj się lub zaloguj.',
    button: 'Dołącz do projektu',
  },
  testAddress: {
    subject: 'Potwierdź adres do wiadomości testowych',
    text: 'Projekt {{ project }} chce wysyłać wiadomości testowe na adres {{ address }}. Jeśli chcesz je otrzymywać, potwierdź to w ciągu siedmiu dni.',
    unnamed:
      'Pewien projekt chce wysyłać wiadomości testowe na adres {{ address }}. Jeśli chcesz je otrzymywać, potwierdź to w ciągu siedmiu dni.',
    button: 'Potwierdź adres',
  },
  paused: {
    subject: 'Kampania została wstrzymana',
    text: 'Kampania projektu {{ project }} została wstrzymana, ponieważ zbyt wiele wiadomości zostało odrzuconych lub zgłoszonych jako spam. Wysłane: {{ sent }}, odrzucone: {{ bounces }}, zgłoszone: {{ complaints }}. Projekt może nadal wysyłać wiadomości. Ustal, skąd pochodzą te adresy, usuń je i dopiero potem wznów kampanię.',
    unnamed:
      'Kampania jednego z Twoich projektów została wstrzymana, ponieważ zbyt wiele wiadomości zostało odrzuconych lub zgłoszonych jako spam. Wysłane: {{ sent }}, odrzucone: {{ bounces }}, zgłoszone: {{ complaints }}. Projekt może nadal wysyłać wiadomości. Ustal, skąd pochodzą te adresy, usuń je i dopiero potem wznów kampanię.',
    button: 'Otwórz kampanię',
  },
  disabled: {
    subject: 'Twój projekt został wyłączony',
    text: 'Projekt {{ project }} nie wysyła już wiadomości, ponieważ zbyt wiele z nich zostało odrzuconych lub zgłoszonych jako spam. Dane nadal można odczytać. Oczyść listy adresów, a potem zwróć się do operatora.',
    unnamed:
      'Jeden z Twoich projektów nie wysyła już wiadomości, ponieważ zbyt wiele z nich zostało odrzuconych lub zgłoszonych jako spam. Dane nadal można odczytać. Oczyść listy adresów, a potem zwróć się do operatora.',
    button: 'Zobacz wskaźniki',
  },
  unpaid: {
    subject: 'Płatność za Twój projekt nie powiodła się',
    text: 'Projekt {{ project }} nie wysyła już wiadomości, ponieważ płatność za niego nie powiodła się. Dane nadal można odczytać. Gdy zaległa faktura zostanie opłacona, projekt sam wznowi działanie.',
    unnamed:
      'Jeden z Twoich projektów nie wysyła już wiadomości, ponieważ płatność za niego nie powiodła się. Dane nadal można odczytać. Gdy zaległa faktura zostanie opłacona, projekt sam wznowi działanie.',
    button: 'Opłać fakturę',
  },
  notification: {
    subject: 'Coś w Twoim projekcie się nie powiodło',
    text: 'Dotyczy to projektu {{ project }}. W panelu zobaczysz szczegóły i dowiesz się, co można zrobić.',
    unnamed: 'Dotyczy to jednego z Twoich projektów. W panelu zobaczysz szczegóły i dowiesz się, co można zrobić.',
    button: 'Otwórz panel',
  },
  notices: {
    IMPORT_FAILED: 'Import się nie powiódł',
    EXPORT_FAILED: 'Eksport się nie powiódł',
    CAMPAIGN_PAUSED: 'Kampania została wstrzymana',
    WORKFLOW_FAILING: 'Przepływ pracy kończy się błędami',
    DOMAIN_LOST: 'Domena nie jest już zweryfikowana',
    REPUTATION_LOW: 'Wskaźnik odrzuceń lub skarg jest wysoki',
    PROJECT_DISABLED: 'Twój projekt został wyłączony',
    USAGE_NEAR_LIMIT: 'Twój projekt zbliża się do miesięcznego limitu',
    USAGE_AT_LIMIT: 'Twój projekt osiągnął miesięczny limit',
  },
  expires: 'Link działa jeden raz, przez godzinę.',
  ignore: 'Jeśli to nie Twoja prośba, nie musisz nic robić.',
  expiresInWeek:
    'Link działa jeden raz, przez siedem dni. Każdy, kto go otworzy, może dołączyć, więc nie przekazuj go dalej.',
  ignoreInvitation: 'Jeśli to zaproszenie jest pomyłką, nie musisz nic robić.',
  wanted: 'Otrzymujesz te wiadomości na własne życzenie. Możesz je wyłączyć w panelu w sekcji „Notifications”.',
}
