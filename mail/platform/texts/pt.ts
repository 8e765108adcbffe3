import type { PlatformText } from '../platform-text.js'

export const pt: PlatformText = {
  verify: {
    subject: 'Confirme o seu endereço de e-mail',
    text: 'Confirme que {{ address }} é o seu endereço.',
    button: 'Confirmar o endereço',
  },
  reset: {
    subject: 'Redefina a sua senha',
    text: 'Você pode escolher uma nova senha para {{ address }}.',
    button: 'Escolher uma nova senha',
  },
  connected: {
    subject: 'Uma nova forma de entrar na sua conta',
    text: 'A partir de agora é possível entrar em {{ address }} com {{ service }}. Se não foi você, escolha uma nova senha pelo link de senha esquecida: isso remove {{ service }} e encerra todas as sessões.',
    button: 'Abrir a sua conta',
  },
  moving: {
    subject: 'O endereço da sua conta vai mudar',
    text: 'Foi pedido outro endereço no lugar de {{ address }}. Ele o substituirá assim que for confirmado. Se não foi você, escolha uma nova senha pelo link de senha esquecida: isso impede a mudança e encerra todas as sessões.',
    button: 'Abrir a sua conta',
  },
  invite: {
    subject: 'Você foi convidado para um projeto',
    text: 'Você foi convidado a colaborar no projeto {{ project }}. Cadastre-se ou entre para participar.',
    unnamed: 'Você foi convidado a colaborar em um projeto. Cadastre-se ou entre para participar.',
    button: 'Participar do projeto',
  },
  testAddress: {
    subject: 'Confirme seu endereço para e-mails de teste',
    text: 'O projeto {{ project }} quer enviar e-mails de teste para {{ address }}. Confirme em até sete dias se quiser recebê-los.',
    unnamed:
      'Um projeto quer enviar e-mails de teste para {{ address }}. Confirme em até sete dias se quiser recebê-los.',
    button: 'Confirmar endereço',
  },
  paused: {
    subject: 'Uma campanha foi pausada',
    text: 'Uma campanha do projeto {{ project }} está pausada, porque muitas mensagens voltaram ou foram marcadas como spam: de {{ sent }} mensagens, {{ bounces }} voltaram e {{ complaints }} foram marcadas. O projeto pode continuar a enviar. Verifique de onde vêm esses endereços, remova-os e só depois retome a campanha.',
    unnamed:
      'Uma campanha de um dos seus projetos está pausada, porque muitas mensagens voltaram ou foram marcadas como spam: de {{ sent }} mensagens, {{ bounces }} voltaram e {{ complaints }} foram marcadas. O projeto pode continuar a enviar. Verifique de onde vêm esses endereços, remova-os e só depois retome a campanha.',
    button: 'Abrir a campanha',
  },
  disabled: {
    subject: 'O seu projeto foi desativado',
    text: 'O projeto {{ project }} não envia mais e-mails, porque muitas mensagens voltaram ou foram marcadas como spam. Os dados continuam legíveis. Limpe as listas de endereços e depois fale com o operador.',
    unnamed:
      'Um dos seus projetos não envia mais e-mails, porque muitas mensagens voltaram ou foram marcadas como spam. Os dados continuam legíveis. Limpe as listas de endereços e depois fale com o operador.',
    button: 'Ver as taxas',
  },
  unpaid: {
    subject: 'O pagamento do seu projeto falhou',
    text: 'O projeto {{ project }} não envia mais e-mails, porque o pagamento falhou. Os dados continuam legíveis. Assim que a fatura em aberto for paga, o projeto voltará a funcionar sozinho.',
    unnamed:
      'Um dos seus projetos não envia mais e-mails, porque o pagamento falhou. Os dados continuam legíveis. Assim que a fatura em aberto for paga, o projeto voltará a funcionar sozinho.',
    button: 'Pagar a fatura',
  },
  notification: {
    subject: 'Algo falhou no seu projeto',
    text: 'Isso aconteceu no projeto {{ project }}. O painel mostra os detalhes e o que você pode fazer.',
    unnamed: 'Isso aconteceu em um dos seus projetos. O painel mostra os detalhes e o que você pode fazer.',
    button: 'Abrir o painel',
  },
  notices: {
    IMPORT_FAILED: 'Uma importação falhou',
    EXPORT_FAILED: 'Uma exportação falhou',
    CAMPAIGN_PAUSED: 'Uma campanha foi pausada',
    WORKFLOW_FAILING: 'Um fluxo de trabalho está falhando',
    DOMAIN_LOST: 'Um domínio não está mais verificado',
    REPUTATION_LOW: 'Sua taxa de rejeições ou de denúncias está alta',
    PROJECT_DISABLED: 'Seu projeto foi desativado',
    USAGE_NEAR_LIMIT: 'Seu projeto está perto do limite mensal',
    USAGE_AT_LIMIT: 'Seu projeto atingiu o limite mensal',
  },
  expires: 'O link funciona uma única vez, durante uma hora.',
  ignore: 'Se você não pediu isto, não precisa fazer nada.',
  expiresInWeek:
    'O link funciona uma única vez, durante sete dias. Quem o abrir pode participar, por isso não o repasse.',
  ignoreInvitation: 'Se você não esperava este convite, não precisa fazer nada.',
  wanted: 'Você pediu para receber estes e-mails. É possível desativá-los em “Notifications” no painel.',
}
