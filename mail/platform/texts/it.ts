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
  invite: {
    subject: 'Hai un invito a {{ project }}',
    text: 'Sei stato invitato a collaborare al progetto {{ project }}. Registrati o accedi con {{ address }} per partecipare.',
    button: 'Partecipa al progetto',
  },
  disabled: {
    subject: '{{ project }} è stato disattivato',
    text: 'Il progetto {{ project }} non invia più email, perché troppi messaggi sono tornati indietro o sono stati segnalati come spam. I suoi dati restano leggibili. Ripulisci gli elenchi di indirizzi e rivolgiti poi al gestore.',
    button: 'Vedi i tassi',
  },
  unpaid: {
    subject: 'Il pagamento di {{ project }} non è riuscito',
    text: 'Il progetto {{ project }} non invia più email, perché il pagamento non è riuscito. I suoi dati restano leggibili. Non appena la fattura in sospeso sarà pagata, il progetto tornerà a funzionare da solo.',
    button: 'Paga la fattura',
  },
  expires: 'Il link funziona una sola volta, per un’ora.',
  ignore: 'Se non l’hai chiesto tu, non devi fare nulla.',
}
