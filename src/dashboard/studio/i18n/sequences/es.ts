import type { SequenceMessages } from './messages.js';

export const sequencesEs: SequenceMessages = {
  'sequences.intro':
    'Correos en su orden, cada uno tras una espera. Una secuencia se envía cuando usted ha visto su plan y lo ha aprobado, o por sí sola a cada persona que entra en su segmento, si usted lo decide.',
  'sequences.unapproved': 'espera una aprobación',
  'decision.automatic_sequence': {
    one: '{n} secuencia que quiere enviarse por sí sola',
    other: '{n} secuencias que quieren enviarse por sí solas',
  },
  'approvers.unnamed': 'un usuario que la plataforma de la tienda no ha identificado',
  'approvers.openAgain':
    'La plataforma de su tienda no ha indicado quién es usted. Para contar como una de dos personas, abra Rekindle desde las aplicaciones en la administración de su tienda.',
  'automatic.since': 'Se envía por sí sola desde {when}, a cada persona que entra en el segmento.',
  'automatic.paused': 'Está en pausa. Después se envía otra vez por sí sola, a cada persona que entra en el segmento.',
  'automatic.waits': 'Aún no se envía: dos personas distintas deben aprobar que se envíe por sí sola.',
  'automatic.own': 'Usted la ha aprobado. Empieza cuando otro propietario abre esta página y la aprueba también.',
  'automatic.approve': 'Aprobar',
  'automatic.title': '¿Enviar por sí sola desde ahora?',
  'automatic.ask':
    'Desde ahora cada persona que entra en el segmento «{segment}» recibe estos correos, sin otra aprobación.',
  'automatic.entered': {
    one: 'En los últimos 30 días entró {n} persona.',
    other: 'En los últimos 30 días entraron {n} personas.',
  },
  'automatic.counting': 'Se está contando cuántas personas entraron en los últimos 30 días.',
  'automatic.unknown': 'Ahora no se puede decir cuántas personas entraron en los últimos 30 días.',
  'automatic.byTwo': 'Otro propietario debe aprobarla también antes de que se envíe.',
  'automatic.start': 'Dejar que se envíe por sí sola',
  'review.introAutomatic':
    'Esta secuencia se envía por sí sola a cada persona que entra en su segmento. Aquí puede enviarla a todos los que están ahora en el segmento. Eso se envía solo después de que usted lo apruebe abajo.',
  'review.maybeHint':
    'Los correos que dependen de lo que hagan las personas, como un pedido o un clic, se cuentan aparte: solo cuando llega su momento se sabe quién los recibe.',
  'review.eachHint': {
    one: 'Cada una de estas personas recibe como máximo {n} correo.',
    other: 'Cada una de estas personas recibe como máximo {n} correos.',
  },
  'review.codesHint': 'Cada persona que recibe correos recibe como máximo un código por cada oferta.',

  'stepImages.title': 'Imágenes en este correo',
  'stepImages.add': 'Poner una imagen',
  'stepImages.choose': 'Elegir una imagen',
  'stepImages.none': 'Aún no hay ninguna imagen lista.',
  'stepImages.href': 'Adónde lleva un clic',
  'stepImages.hrefHint': 'Una dirección de su tienda. Sin ella lleva a la portada.',
  'stepImages.gridHint': 'Un clic en un producto lleva al producto.',
  'stepImages.remove': 'Quitarla',
  'stepImages.placed': 'La imagen está en el primer correo. Mírela en la vista previa y guarde.',
  'images.use': 'Usar en una secuencia',
  'images.useWhere': 'Elija la secuencia cuyo correo muestra la imagen.',

  'editor.earlier': 'Subir',
  'editor.later': 'Bajar',
  'editor.removed': 'El correo «{subject}» se ha quitado.',
  'editor.discard': 'Descartar cambios',
  'editor.discarded': 'Sus cambios se han descartado.',

  'offer.minimum': 'Pedido mínimo en {currency}',
  'offer.minimumHint': 'Vacío: cualquier pedido.',
  'offer.endsIn': 'El código vale durante',
  'offer.endsInHint': 'Contado desde el inicio del envío.',
  'offer.fallback': 'Si un código no está listo a tiempo',
  'offer.fallback.send': 'el correo sale sin la oferta',
  'offer.fallback.skip': 'el correo no se envía',
  'offer.code': 'Un código propio',
  'offer.codeHint':
    'Lo comparten todos los destinatarios y debe existir en la tienda. Vacío: cada persona recibe su propio código.',

  'rules.title': 'Otras reglas',
  'rules.hint': 'Un programa que usa la API puede cambiarlas.',
  'rules.cap': {
    one: 'No más de {n} correo de la marca a una persona en {time}.',
    other: 'No más de {n} correos de la marca a una persona en {time}.',
  },
  'rules.once': 'Nadie recibe la secuencia dos veces.',
  'rules.again': 'Quien entra otra vez en el segmento recibe otra vez la secuencia, pero no antes de {time}.',
  'rules.leave': 'Termina para quien sale del segmento.',
  'rules.stay': 'Sigue para quien sale del segmento.',
  'rules.zone': 'Sus horas son las de {zone}.',
  'rules.hosts': 'Los enlaces también pueden llevar a {hosts}.',
  'rules.opens': 'Una imagen invisible cuenta cuántas veces se abren los correos.',
  'rules.wait': 'Un correo espera su código hasta {time}.',
  'condition.when.clicked': 'Solo para quien hizo clic en «{what}».',
  'condition.when.ordered': 'Solo para quien pidió después de «{what}».',
  'condition.when.redeemed': 'Solo para quien ha usado el código de «{what}».',
  'condition.when.inSegment': 'Solo para personas del segmento «{what}».',
  'condition.unless.clicked': 'No para quien hizo clic en «{what}».',
  'condition.unless.ordered': 'No para quien pidió después de «{what}».',
  'condition.unless.redeemed': 'No para quien ha usado el código de «{what}».',
  'condition.unless.inSegment': 'No para personas del segmento «{what}».',
  'step.variants': {
    one: 'Se compara {n} versión de este correo.',
    other: 'Se comparan {n} versiones de este correo.',
  },
  'editor.quiet': 'Ningún correo de {from} a {to}',
  'schedule.zone': 'Según el reloj de {zone}.',
  'customers.sequence': 'Secuencia',
  'settings.holdoutOwner': 'Solo un propietario puede cambiar cuántas personas quedan fuera.',
};
