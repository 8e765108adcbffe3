import type { PlatformText } from '../platform-text.js'

export const it: PlatformText = {
  verify: {
    subject: 'Conferma il tuo indirizzo email',
    text: 'Conferma che {{ address }} è il tuo indirizzo.',
    button: 'Conferma l’indirizzo',
  },
  reset: {
    subject: 'Reimposta la tua password',
    text: 'Puoi scegliere una nuova password per {{ address }}.',
    button: 'Scegli una nuova password',
  },
  connected: {
    subject: 'Un nuovo modo di accedere al tuo account',
    text: 'Da ora si può accedere a {{ address }} con {{ service }}. Se non sei stato tu, scegli una nuova password con il link per la password dimenticata: questo rimuove {{ service }} e chiude tutte le sessioni.',
    button: 'Apri il tuo account',
  },
  moving: {
    subject: 'L’indirizzo del tuo account sta per cambiare',
    text: 'È stato richiesto un altro indirizzo al posto di {{ address }}. Lo sostituirà non appena sarà confermato. Se non sei stato tu, scegli una nuova password con il link per la password dimenticata: questo impedisce la modifica e chiude tutte le sessioni.',
    button: 'Apri il tuo account',
  },
  invite: {
    subject: 'Hai un invito a un progetto',
    text: 'Sei stato invitato a collaborare al progetto {{ project }}. Registrati o accedi per partecipare.',
    unnamed: 'Sei stato invitato a collaborare a un progetto. Registrati o accedi per partecipare.',
    button: 'Partecipa al progetto',
  },
  testAddress: {
    subject: 'Conferma il tuo indirizzo per le email di prova',
    text: 'Il progetto {{ project }} vuole inviare email di prova a {{ address }}. Conferma entro sette giorni se vuoi riceverle.',
    unnamed: 'Un progetto vuole inviare email di prova a {{ address }}. Conferma entro sette giorni se vuoi riceverle.',
    button: 'Conferma indirizzo',
  },
  paused: {
    subject: 'Una campagna è stata messa in pausa',
    text: 'Una campagna del progetto {{ project }} è in pausa, perché troppi messaggi sono tornati indietro o sono stati segnalati come spam: su {{ sent }} messaggi, {{ bounces }} sono tornati indietro e {{ complaints }} sono stati segnalati. Il progetto può continuare a inviare. Verifica da dove provengono questi indirizzi, rimuovili e solo dopo riprendi la campagna.',
    unnamed:
      'Una campagna di uno dei tuoi progetti è in pausa, perché troppi messaggi sono tornati indietro o sono stati segnalati come spam: su {{ sent }} messaggi, {{ bounces }} sono tornati indietro e {{ complaints }} sono stati segnalati. Il progetto può continuare a inviare. Verifica da dove provengono questi indirizzi, rimuovili e solo dopo riprendi la campagna.',
    button: 'Apri la campagna',
  },
  disabled: {
    subject: 'Il tuo progetto è stato disattivato',
    text: 'Il progetto {{ project }} non invia più email, perché troppi messaggi sono tornati indietro o sono stati segnalati come spam. I suoi dati restano leggibili. Ripulisci gli elenchi di indirizzi e rivolgiti poi al gestore.',
    unnamed:
      'Uno dei tuoi progetti non invia più email, perché troppi messaggi sono tornati indietro o sono stati segnalati come spam. I suoi dati restano leggibili. Ripulisci gli elenchi di indirizzi e rivolgiti poi al gestore.',
    button: 'Vedi i tassi',
  },
  unpaid: {
    subject: 'Il pagamento del tuo progetto non è riuscito',
    text: 'Il progetto {{ project }} non invia più email, perché il pagamento non è riuscito. I suoi dati restano leggibili. Non appena la fattura in sospeso sarà pagata, il progetto tornerà a funzionare da solo.',
    unnamed:
      'Uno dei tuoi progetti non invia più email, perché il pagamento non è riuscito. I suoi dati restano leggibili. Non appena la fattura in sospeso sarà pagata, il progetto tornerà a funzionare da solo.',
    button: 'Paga la fattura',
  },
  notification: {
    subject: 'Qualcosa nel tuo progetto non è riuscito',
    text: 'È successo nel progetto {{ project }}. La dashboard mostra i dettagli e cosa puoi fare.',
    unnamed: 'È successo in uno dei tuoi progetti. La dashboard mostra i dettagli e cosa puoi fare.',
    button: 'Apri la dashboard',
  },
  notices: {
    IMPORT_FAILED: 'Un’importazione non è riuscita',
    EXPORT_FAILED: 'Un’esportazione non è riuscita',
    CAMPAIGN_PAUSED: 'Una campagna è stata messa in pausa',
    WORKFLOW_FAILING: 'Un workflow non funziona',
    DOMAIN_LOST: 'Un dominio non è più verificato',
    REPUTATION_LOW: 'Il tuo tasso di rimbalzi o di segnalazioni è alto',
    PROJECT_DISABLED: 'Il tuo progetto è stato disattivato',
    USAGE_NEAR_LIMIT: 'Il tuo progetto è vicino al limite mensile',
    USAGE_AT_LIMIT: 'Il tuo progetto ha raggiunto il limite mensile',
  },
  expires: 'Il link funziona una sola volta, per un’ora.',
  ignore: 'Se non l’hai chiesto tu, non devi fare nulla.',
  expiresInWeek:
    'Il link funziona una sola volta, per sette giorni. Chi lo apre può partecipare, quindi non inoltrarlo.',
  ignoreInvitation: 'Se non aspettavi questo invito, non devi fare nulla.',
  wanted: 'Hai chiesto tu queste email. Puoi disattivarle in «Notifications» nella dashboard.',
}
