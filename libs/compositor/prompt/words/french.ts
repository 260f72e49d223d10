import type { Vocabulary } from '../types.js';

export const FRENCH: Vocabulary = {
  things: {
    cup: 'tasse de café, tasses de café, café chaud, café fumant, café fraîchement moulu, espresso, expresso, cappuccino',
    oranges: 'tranches d orange, tranche d orange, tranches d oranges, rondelles d orange',
    lemons: 'citrons, tranches de citron, tranche de citron, rondelles de citron',
    citrus: 'agrumes, tranches d agrumes',
    gift: 'cadeau, cadeaux, paquet cadeau, paquets cadeaux, cadeau emballé, cadeaux emballés, cadeau d anniversaire, cadeaux d anniversaire, cadeaux de noël, cadeau de noël',
    candle: 'bougie, bougies, bougie allumée, bougies allumées',
    balloons: 'ballons de baudruche, ballons de fête, ballons d anniversaire',
    leaves: 'feuillage, feuillages, feuilles d arbre, feuilles d arbres',
    flowers: 'fleurs, fleur, fleurs de printemps, fleurs sauvages, fleurs des champs, fleurs d été',
  },
  places: {
    mountains: 'montagne, montagnes, alpes, paysage de montagne, sommets',
    hills: 'collines, colline, paysage de collines',
    sea: 'mer, océan',
    beach: 'plage, bord de mer, bord de la mer, littoral, plage de sable',
    lake: 'lac, lac de montagne, bord du lac',
    desert: 'désert, dunes, dunes de sable',
    forest: 'forêt, forêts, forêt de pins, forêt de sapins, sous bois',
    'winter-forest': 'forêt enneigée, forêt d hiver, forêt en hiver, forêt sous la neige',
    'night-sky': 'ciel étoilé, ciel nocturne, ciel de nuit',
  },
  phrases: {
    mountains: 'en montagne, à la montagne',
    sea: 'en mer, en pleine mer',
    beach: 'au bord de la mer, en bord de mer, au bord de mer, à la plage, à la mer',
    lake: 'au bord du lac, au bord d un lac',
    forest: 'en forêt',
    'night-sky': 'sous les étoiles, à la belle étoile',
  },
  where: 'dans, sur, devant, près de, au milieu de, face à, au dessus de',
  whereThe: 'au, aux, près du, face au, au milieu du',
  articles: 'le, la, les, l, un, une, des, notre, votre, nos, vos, cette, ce',
  links: 'de, d, du, avec, pour, à, en, par, après, avant, vers, derrière, pendant',
  and: 'et, ou',
  plain:
    'chaud, chaude, fumant, fumante, frais, fraîche, fraîches, calme, calmes, tranquille, tranquilles, doux, douce, beau, belle, belles, joli, jolie, jolies, petit, petite, petits, petites, grand, grande, grandes, nouveau, nouvelle, nouveaux, ensoleillé, ensoleillée, ensoleillées, brumeux, brumeuse, brumeuses, paisible, paisibles, sauvage, sauvages, lointain, lointaines, infini, infinie, parfumée, parfumées, vous, nous, toi, tous, toutes, amis, clients, famille, maman, papa, paysage, vue, image, en fleurs, première, premier, meilleur, meilleurs',
  times:
    'matin, matinée, soir, soirée, jour, journée, nuit, aube, crépuscule, lever du soleil, coucher du soleil, lever de soleil, coucher de soleil, printemps, été, automne, week end, vacances, anniversaire, dimanche, moment, pause, temps, lumière, brume, soleil',
  winter: 'hiver, décembre, noël',
  not: 'sans, pas, aucun, aucune, jamais, ni, sauf, non, plutôt que, au lieu de, rien, hormis',
  notAfter: /^(?:inspirée?s?|comme|motifs?|imprimée?s?|affiche|tableau|nommée?|livres?|films?|guides?)$/,
  writing: 'spaces',
  adjectivesFollow: true,
};
