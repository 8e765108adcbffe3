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
  invite: {
    subject: 'Le han invitado a {{ project }}',
    text: 'Le han invitado a colaborar en el proyecto {{ project }}. Regístrese o inicie sesión con {{ address }} para unirse.',
    button: 'Unirse al proyecto',
  },
  disabled: {
    subject: '{{ project }} ha sido desactivado',
    text: 'El proyecto {{ project }} ya no envía correos, porque demasiados mensajes rebotaron o se marcaron como no deseados. Sus datos siguen siendo legibles. Limpie sus listas de direcciones y diríjase después al operador.',
    button: 'Ver las tasas',
  },
  unpaid: {
    subject: 'El pago de {{ project }} ha fallado',
    text: 'El proyecto {{ project }} ya no envía correos, porque el pago ha fallado. Sus datos siguen siendo legibles. En cuanto se pague la factura pendiente, el proyecto volverá a funcionar por sí solo.',
    button: 'Pagar la factura',
  },
  expires: 'El enlace funciona una sola vez, durante una hora.',
  ignore: 'Si usted no lo ha pedido, no tiene que hacer nada.',
}
