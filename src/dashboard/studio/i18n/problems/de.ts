import type { ProblemMessages } from './messages.js';

export const problemsDe: ProblemMessages = {
  'deliveryProblem.store_not_installed': 'Der Shop ist nicht installiert.',
  'deliveryProblem.merge_failed': 'Der Shop konnte die Kunden nicht zusammenführen.',
  'deliveryProblem.another_store': 'Der Inhalt gehört zu einem anderen Shop als dem genannten.',
  'deliveryProblem.seen_elsewhere': 'Derselbe Inhalt kam schon für einen anderen Shop an.',
  'deliveryProblem.another_topic': 'Der Inhalt ist von anderer Art als sein Thema.',
  'deliveryProblem.order_unread': 'Die geänderte Bestellung konnte nicht aus dem Shop gelesen werden.',
  'deliveryProblem.no_such_order': 'Der Shop hat keine solche Bestellung.',
  'deliveryProblem.reinstalled': 'Die App wurde neu installiert, nachdem die Bestellung gelesen war.',
  'deliveryProblem.reading_order': 'Die geänderte Bestellung wird gerade aus dem Shop gelesen.',
  'deliveryProblem.too_old': 'Die Meldung ist älter als die jetzige Installation.',
  'deliveryProblem.still_installed': 'Der Shop gewährt noch Zugriff, die App ist also installiert.',
  'deliveryProblem.checking_token': 'Es wird geprüft, ob der Shop noch Zugriff gewährt.',
  'deliveryProblem.nothing_named': 'Der Inhalt nennt keine Bestellung und keinen Abonnenten.',
  'deliveryProblem.unknown_topic': 'Diese Version kennt das Thema {topic} nicht.',
  'deliveryProblem.not_json': 'Der Inhalt ist kein gültiges JSON.',
  'deliveryProblem.unusable_field': 'Der Inhalt ist wegen {field} nicht zu verwenden.',
  'fileProblem.cut_off':
    'Die Datei kam nicht vollständig an, und nichts davon wurde übernommen. Senden Sie sie noch einmal.',
  'fileProblem.not_started': 'Niemand hat den Import innerhalb einer Woche gestartet, darum wurde die Datei gelöscht.',
  'fileProblem.person_erased':
    'Eine Person wurde gelöscht, und die Datei hat sie vielleicht genannt. Entfernen Sie die Person aus der Datei und senden Sie sie noch einmal.',
  'fileProblem.store_not_installed': 'Der Shop ist nicht installiert.',
  'fileProblem.empty': 'Die Datei ist leer. Ihre erste Zeile muss die Spalten nennen.',
  'fileProblem.no_columns': 'Die erste Zeile muss die Spalten nennen: höchstens 500 mit je höchstens 200 Zeichen.',
  'fileProblem.no_email_column': 'Die erste Zeile nennt keine Spalte „email“. Sie muss so lauten: email,reason',
  'fileProblem.too_large': 'Die Datei ist entpackt größer als {megabytes} MB.',
  'fileProblem.too_packed': 'Die Datei ist entpackt mehr als {times}-mal so groß.',
  'fileProblem.broken_gzip': 'Die Datei ist keine vollständige gzip-Datei.',
};
