import type { SequenceMessages } from './messages.js';

export const sequencesDe: SequenceMessages = {
  'sequences.intro':
    'E-Mails in ihrer Reihenfolge, jede nach einer Wartezeit. Eine Sequenz sendet, wenn Sie ihren Plan gesehen und freigegeben haben, oder von selbst an jede Person, die in ihr Segment kommt, wenn Sie das so entscheiden.',
  'sequences.unapproved': 'wartet auf eine Freigabe',
  'decision.automatic_sequence': {
    one: '{n} Sequenz, die von selbst senden will',
    other: '{n} Sequenzen, die von selbst senden wollen',
  },
  'approvers.unnamed': 'ein Benutzer, den die Plattform des Shops nicht genannt hat',
  'approvers.openAgain':
    'Die Plattform Ihres Shops hat nicht gesagt, wer Sie sind. Um als eine von zwei Personen zu zählen, öffnen Sie Rekindle aus den Apps in der Verwaltung Ihres Shops.',
  'automatic.since': 'Sendet von selbst seit {when}, an jede Person, die in das Segment kommt.',
  'automatic.paused':
    'Sie ist angehalten. Danach sendet sie wieder von selbst, an jede Person, die in das Segment kommt.',
  'automatic.waits': 'Sie sendet noch nicht: zwei verschiedene Personen müssen freigeben, dass sie von selbst sendet.',
  'automatic.own':
    'Sie haben freigegeben. Die Sequenz beginnt, wenn ein anderer Inhaber diese Seite öffnet und auch freigibt.',
  'automatic.approve': 'Freigeben',
  'automatic.title': 'Ab jetzt von selbst senden?',
  'automatic.ask':
    'Ab jetzt bekommt jede Person, die in das Segment „{segment}“ kommt, diese E-Mails, ohne eine weitere Freigabe.',
  'automatic.entered': {
    one: 'In den letzten 30 Tagen kam {n} Person hinein.',
    other: 'In den letzten 30 Tagen kamen {n} Personen hinein.',
  },
  'automatic.counting': 'Wie viele Personen in den letzten 30 Tagen hineinkamen, wird gezählt.',
  'automatic.unknown': 'Wie viele Personen in den letzten 30 Tagen hineinkamen, lässt sich gerade nicht sagen.',
  'automatic.byTwo': 'Ein anderer Inhaber muss sie auch freigeben, bevor sie sendet.',
  'automatic.start': 'Von selbst senden lassen',
  'review.introAutomatic':
    'Diese Sequenz sendet von selbst an jede Person, die in ihr Segment kommt. Hier können Sie sie an alle senden, die jetzt im Segment sind. Das wird erst gesendet, wenn Sie es unten freigeben.',
  'review.maybeHint':
    'E-Mails, die davon abhängen, was Personen tun, etwa von einer Bestellung oder einem Klick, sind getrennt gezählt: Wer sie bekommt, steht erst fest, wenn sie fällig sind.',
  'review.eachHint': {
    one: 'Jede dieser Personen bekommt höchstens {n} E-Mail.',
    other: 'Jede dieser Personen bekommt höchstens {n} E-Mails.',
  },
  'review.codesHint': 'Jede Person, die E-Mails bekommt, erhält höchstens einen Code für jedes Angebot.',

  'stepImages.title': 'Bilder in dieser E-Mail',
  'stepImages.add': 'Bild einfügen',
  'stepImages.choose': 'Ein Bild wählen',
  'stepImages.none': 'Noch ist kein Bild fertig.',
  'stepImages.href': 'Wohin ein Klick führt',
  'stepImages.hrefHint': 'Eine Adresse Ihres Shops. Ohne sie führt er zur Startseite.',
  'stepImages.gridHint': 'Ein Klick auf ein Produkt führt zum Produkt.',
  'stepImages.remove': 'Herausnehmen',
  'stepImages.placed': 'Das Bild steht in der ersten E-Mail. Sehen Sie es in der Vorschau an und speichern Sie.',
  'images.use': 'In einer Sequenz verwenden',
  'images.useWhere': 'Wählen Sie die Sequenz, deren E-Mail das Bild zeigt.',

  'editor.earlier': 'Nach oben',
  'editor.later': 'Nach unten',
  'editor.removed': 'Die E-Mail „{subject}“ ist entfernt.',
  'editor.discard': 'Änderungen verwerfen',
  'editor.discarded': 'Ihre Änderungen sind verworfen.',

  'offer.minimum': 'Mindestbestellwert in {currency}',
  'offer.minimumHint': 'Leer: jede Bestellung.',
  'offer.endsIn': 'Der Code gilt',
  'offer.endsInHint': 'Gezählt ab dem Beginn des Laufs.',
  'offer.fallback': 'Wenn ein Code nicht rechtzeitig bereit ist',
  'offer.fallback.send': 'geht die E-Mail ohne das Angebot',
  'offer.fallback.skip': 'entfällt die E-Mail',
  'offer.code': 'Ein eigener Code',
  'offer.codeHint':
    'Alle Empfänger teilen ihn, und der Shop muss ihn haben. Leer: jede Person bekommt einen eigenen Code.',

  'rules.title': 'Weitere Regeln',
  'rules.hint': 'Ein Programm, das die API benutzt, kann diese ändern.',
  'rules.cap': {
    one: 'Nicht mehr als {n} E-Mail der Marke an eine Person in {time}.',
    other: 'Nicht mehr als {n} E-Mails der Marke an eine Person in {time}.',
  },
  'rules.once': 'Niemand bekommt die Sequenz zweimal.',
  'rules.again': 'Wer wieder in das Segment kommt, bekommt die Sequenz wieder, aber nicht vor {time}.',
  'rules.leave': 'Sie endet für eine Person, die das Segment verlässt.',
  'rules.stay': 'Sie geht für eine Person weiter, die das Segment verlässt.',
  'rules.zone': 'Ihre Zeiten sind die von {zone}.',
  'rules.hosts': 'Links dürfen auch zu {hosts} führen.',
  'rules.opens': 'Ein unsichtbares Bild zählt, wie oft die E-Mails geöffnet werden.',
  'rules.wait': 'Eine E-Mail wartet bis zu {time} auf ihren Code.',
  'condition.when.clicked': 'Nur für Personen, die in „{what}“ geklickt haben.',
  'condition.when.ordered': 'Nur für Personen, die nach „{what}“ bestellt haben.',
  'condition.when.redeemed': 'Nur für Personen, die den Code von „{what}“ eingelöst haben.',
  'condition.when.inSegment': 'Nur für Personen im Segment „{what}“.',
  'condition.unless.clicked': 'Nicht für Personen, die in „{what}“ geklickt haben.',
  'condition.unless.ordered': 'Nicht für Personen, die nach „{what}“ bestellt haben.',
  'condition.unless.redeemed': 'Nicht für Personen, die den Code von „{what}“ eingelöst haben.',
  'condition.unless.inSegment': 'Nicht für Personen im Segment „{what}“.',
  'step.variants': {
    one: '{n} Fassung dieser E-Mail wird verglichen.',
    other: '{n} Fassungen dieser E-Mail werden verglichen.',
  },
  'editor.quiet': 'Keine E-Mails von {from} bis {to}',
  'schedule.zone': 'Nach der Uhr von {zone}.',
  'customers.sequence': 'Sequenz',
  'settings.holdoutOwner': 'Nur ein Inhaber kann ändern, wie viele Personen zurückgehalten werden.',
};
