import type { PlatformText } from '../platform-text.js'

export const es: PlatformText = {
  verify: {
    subject: 'Confirme su dirección de correo',
    text: 'Confirme que {{ address }} es su dirección.',
    button: 'Confirmar la dirección',
  },
  reset: {
    subject: 'Restablezca su contraseña',
    text: 'Puede elegir una nueva contraseña para {{ address }}.',
    button: 'Elegir una contraseña',
  },
  connected: {
    subject: 'Una nueva forma de acceder a su cuenta',
    text: 'Desde ahora se puede acceder a {{ address }} con {{ service }}. Si no ha sido usted, elija una nueva contraseña con el enlace de contraseña olvidada: eso quita {{ service }} y cierra todas las sesiones.',
    button: 'Abrir su cuenta',
  },
  moving: {
    subject: 'La dirección de su cuenta va a cambiar',
    text: 'Se ha pedido otra dirección en lugar de {{ address }}. La sustituirá en cuanto se confirme. Si no ha sido usted, elija una nueva contraseña con el enlace de contraseña olvidada: eso impide el cambio y cierra todas las sesiones.',
    button: 'Abrir su cuenta',
  },
  invite: {
    subject: 'Le han invitado a un proyecto',
    text: 'Le han invitado a colaborar en el proyecto {{ project }}. Regístrese o inicie sesión para unirse.',
    unnamed: 'Le han invitado a colaborar en un proyecto. Regístrese o inicie sesión para unirse.',
    button: 'Unirse al proyecto',
  },
  testAddress: {
    subject: 'Confirme su dirección para correos de prueba',
    text: 'El proyecto {{ project }} quiere enviar correos de prueba a {{ address }}. Confirme en un plazo de siete días si desea recibirlos.',
    unnamed:
      'Un proyecto quiere enviar correos de prueba a {{ address }}. Confirme en un plazo de siete días si desea recibirlos.',
    button: 'Confirmar dirección',
  },
  paused: {
    subject: 'Una campaña se ha pausado',
    text: 'Una campaña del proyecto {{ project }} está en pausa, porque demasiados mensajes rebotaron o se marcaron como no deseados: de {{ sent }} mensajes, {{ bounces }} rebotaron y {{ complaints }} se marcaron. El proyecto puede seguir enviando. Averigüe de dónde proceden esas direcciones, elimínelas y solo después reanude la campaña.',
    unnamed:
      'Una campaña de uno de sus proyectos está en pausa, porque demasiados mensajes rebotaron o se marcaron como no deseados: de {{ sent }} mensajes, {{ bounces }} rebotaron y {{ complaints }} se marcaron. El proyecto puede seguir enviando. Averigüe de dónde proceden esas direcciones, elimínelas y solo después reanude la campaña.',
    button: 'Abrir la campaña',
  },
  disabled: {
    subject: 'Su proyecto ha sido desactivado',
    text: 'El proyecto {{ project }} ya no envía correos, porque demasiados mensajes rebotaron o se marcaron como no deseados. Sus datos siguen siendo legibles. Limpie sus listas de direcciones y diríjase después al operador.',
    unnamed:
      'Uno de sus proyectos ya no envía correos, porque demasiados mensajes rebotaron o se marcaron como no deseados. Sus datos siguen siendo legibles. Limpie sus listas de direcciones y diríjase después al operador.',
    button: 'Ver las tasas',
  },
  unpaid: {
    subject: 'El pago de su proyecto ha fallado',
    text: 'El proyecto {{ project }} ya no envía correos, porque el pago ha fallado. Sus datos siguen siendo legibles. En cuanto se pague la factura pendiente, el proyecto volverá a funcionar por sí solo.',
    unnamed:
      'Uno de sus proyectos ya no envía correos, porque el pago ha fallado. Sus datos siguen siendo legibles. En cuanto se pague la factura pendiente, el proyecto volverá a funcionar por sí solo.',
    button: 'Pagar la factura',
  },
  notification: {
    subject: 'Algo ha fallado en su proyecto',
    text: 'Esto ha ocurrido en el proyecto {{ project }}. En el panel verá los detalles y lo que puede hacer.',
    unnamed: 'Esto ha ocurrido en uno de sus proyectos. En el panel verá los detalles y lo que puede hacer.',
    button: 'Abrir el panel',
  },
  notices: {
    IMPORT_FAILED: 'Una importación ha fallado',
    EXPORT_FAILED: 'Una exportación ha fallado',
    CAMPAIGN_PAUSED: 'Una campaña se ha pausado',
    WORKFLOW_FAILING: 'Un flujo de trabajo está fallando',
    DOMAIN_LOST: 'Un dominio ya no está verificado',
    REPUTATION_LOW: 'Su tasa de rebotes o de quejas es alta',
    PROJECT_DISABLED: 'Su proyecto se ha desactivado',
    USAGE_NEAR_LIMIT: 'Su proyecto está cerca de su límite mensual',
    USAGE_AT_LIMIT: 'Su proyecto ha alcanzado su límite mensual',
  },
  expires: 'El enlace funciona una sola vez, durante una hora.',
  ignore: 'Si usted no lo ha pedido, no tiene que hacer nada.',
  expiresInWeek:
    'El enlace funciona una sola vez, durante siete días. Quien lo abra puede unirse, así que no lo comparta.',
  ignoreInvitation: 'Si no esperaba esta invitación, no tiene que hacer nada.',
  wanted: 'Usted pidió recibir estos correos. Puede desactivarlos en «Notifications» en el panel.',
}
