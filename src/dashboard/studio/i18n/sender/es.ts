import type { SenderMessages } from './messages.js';

export const senderEs: SenderMessages = {
  'finding.no_sender': 'Aún no hay dirección de remitente. El campo está en Imágenes → Marca.',
  'finding.dns_silent': 'El DNS no responde sobre {host} ({reason}). Vuelva a mirar más tarde.',
  'finding.spf_missing':
    '{domain} no tiene registro SPF. Añada el registro TXT de abajo. Si un proveedor envía sus correos, use en su lugar el «include:» que le indique.',
  'finding.spf_several': '{where} tiene {count} registros SPF, y solo puede haber uno. Júntelos en uno.',
  'finding.spf_refers_nowhere': 'El registro SPF de {domain} remite a {target}, que no tiene registro SPF.',
  'finding.spf_lookups':
    'El registro SPF de {domain} necesita más de 10 consultas, y los receptores no lo tienen en cuenta. Quite lo que no use.',
  'finding.spf_no_domain': 'El registro SPF de {where} nombra «{term}», que no es un dominio.',
  'finding.spf_no_network': 'El registro SPF de {domain} nombra «{term}», que no es una red.',
  'finding.spf_no_meaning': 'El registro SPF de {domain} contiene «{term}», que no significa nada.',
  'finding.spf_everybody':
    'El registro SPF de {domain} termina en «+all», así que cualquiera puede enviar en su nombre. Escriba «~all» o «-all».',
  'finding.spf_valid': '{domain} tiene un registro SPF válido con {lookups} de 10 consultas.',
  'finding.spf_valid_if':
    '{domain} tiene un registro SPF válido con {lookups} de 10 consultas. Compruebe que nombra los servidores de {server}.',
  'finding.dkim_unsigned':
    'Este servicio no firma los correos. Quizá los firme su proveedor de correo; desde aquí no se puede ver.',
  'finding.dkim_missing': 'No hay clave DKIM en {host}. Añada el registro TXT de abajo.',
  'finding.dkim_several': 'Hay {count} claves DKIM en {host}. Deje la de abajo.',
  'finding.dkim_revoked': 'La clave DKIM en {host} está revocada. Sustitúyala por el registro TXT de abajo.',
  'finding.dkim_unreadable': 'La clave DKIM en {host} no se puede leer. Sustitúyala por el registro TXT de abajo.',
  'finding.dkim_short':
    'La clave DKIM en {host} tiene {bits} bits, y los receptores piden al menos 1024. Cree una nueva.',
  'finding.dkim_other': 'La clave DKIM en {host} no es la que firma. Sustitúyala por el registro TXT de abajo.',
  'finding.dkim_valid': 'La clave DKIM en {host} es la que firma, con {bits} bits.',
  'finding.dmarc_missing': '{domain} no tiene registro DMARC. Google y Yahoo lo piden: añada el registro de abajo.',
  'finding.dmarc_several': 'Hay varios registros DMARC en {host}. Deje uno.',
  'finding.dmarc_no_policy': 'El registro DMARC en {host} no tiene política «p». Sustitúyalo por el de abajo.',
  'finding.dmarc_valid': 'El registro DMARC en {host} tiene la política «{policy}». Corresponde a {domain}: {proof}.',
  'finding.dmarc_not_known': 'El registro DMARC en {host} es válido. No se sabe si SPF o DKIM corresponde a {domain}.',
  'finding.dmarc_not_proven':
    'Ni SPF ni DKIM demuestran {domain}, así que DMARC falla en todos los correos. Arregle uno de los dos. El dominio de DKIM debe ser {organisation} o una parte suya.',
  'finding.dmarc_not_proven_strictly':
    'Ni SPF ni DKIM demuestran {domain}, así que DMARC falla en todos los correos. Arregle uno de los dos. El dominio de DKIM debe ser el propio {domain}.',
  'finding.one_click_works': 'De cada correo se puede dar de baja con un clic, y {host} lo atiende.',
  'finding.one_click_local':
    'De cada correo se puede dar de baja con un clic, pero este servicio solo se alcanza desde este equipo.',
  'finding.one_click_insecure':
    'Los programas de correo no usan la dirección del clic porque no tiene https. Quien lleva este servicio puede cambiarlo.',
  'finding.postal_address_there': 'Hay una dirección postal, y cada correo termina con ella.',
  'finding.postal_address_missing':
    'La ley pide una dirección postal en cada correo. El campo está en Imágenes → Marca.',
  'webhook.scope_missing': '{topic}: el permiso {scope} no está dado. La aplicación funciona sin él.',
  'webhook.refused': 'La tienda no comunica {topic}: {reason}',
  'webhook.blocked': 'La tienda no comunica nada a {host} por ahora, porque se perdieron demasiados mensajes.',
  'webhook.no_reason': 'no dio ningún motivo',
};
