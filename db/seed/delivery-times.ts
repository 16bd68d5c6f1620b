export const emailDeliveryTimes = {
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: {
      title: 'Délais et tournées',
      sections: [
        {
          id: 'rounds',
          name: 'Tournées en Île-de-France',
          description: 'Appelez avant l’heure limite pour être sur la tournée du jour.',
          headers: ['Secteur', 'Tournée du matin', 'Tournée de l’après-midi', 'Demande avant'],
          rows: [
            ['Paris 1er à 11e', '8 h 30 – 12 h', '14 h – 18 h', '8 h / 13 h'],
            ['Paris 12e à 20e', '9 h – 12 h 30', '14 h 30 – 18 h 30', '8 h / 13 h'],
            ['Hauts-de-Seine', '9 h – 13 h', '15 h – 18 h 30', 'la veille, 17 h'],
            ['Samedi (Paris)', '9 h – 12 h', '—', 'vendredi, 15 h'],
          ],
        },
        {
          id: 'lead-times',
          name: 'Délais de fabrication',
          description: 'Jours ouvrés au laboratoire, à réception de l’empreinte et de tous les éléments.',
          headers: ['Travail', 'Empreinte optique', 'Empreinte physique'],
          rows: [
            ['Couronne zircone', '5 jours', '6 jours'],
            ['Céramo-métallique, disilicate, facettes', '8 jours', '9 jours'],
            ['Bridge 3 éléments et plus', '9 jours', '10 jours'],
            ['Inlay-core', '4 jours', '5 jours'],
            ['Châssis métallique', '6 jours', '7 jours'],
            ['Implant', '14 jours', '15 jours'],
            ['Gouttière', '4 jours', '5 jours'],
            ['Réparation', 'sous 48 h', 'sous 48 h'],
          ],
        },
      ],
    },
    en: {
      title: 'Lead times and delivery rounds',
      sections: [
        {
          id: 'rounds',
          name: 'Rounds in Paris and around',
          description: 'Call before the cut-off to be on the round of the day.',
          headers: ['Area', 'Morning round', 'Afternoon round', 'Ask before'],
          rows: [
            ['Paris 1 to 11', '8:30 – 12:00', '14:00 – 18:00', '8:00 / 13:00'],
            ['Paris 12 to 20', '9:00 – 12:30', '14:30 – 18:30', '8:00 / 13:00'],
            ['Hauts-de-Seine', '9:00 – 13:00', '15:00 – 18:30', 'the day before, 17:00'],
            ['Saturday (Paris)', '9:00 – 12:00', '—', 'Friday, 15:00'],
          ],
        },
        {
          id: 'lead-times',
          name: 'Lead times',
          description: 'Working days in the laboratory, once the impression and all parts are there.',
          headers: ['Work', 'Optical impression', 'Physical impression'],
          rows: [
            ['Zirconia crown', '5 days', '6 days'],
            ['Metal-ceramic, disilicate, veneers', '8 days', '9 days'],
            ['Bridge, 3 units and more', '9 days', '10 days'],
            ['Post and core', '4 days', '5 days'],
            ['Metal framework', '6 days', '7 days'],
            ['Implant', '14 days', '15 days'],
            ['Splint', '4 days', '5 days'],
            ['Repair', 'within 48 h', 'within 48 h'],
          ],
        },
      ],
    },
  },
}

export const ivoireDeliveryTimes = {
  version: 1,
  defaultLanguage: 'en',
  content: {
    fr: {
      title: 'Livraisons sur la Côte d’Azur',
      sections: [
        {
          id: 'rounds',
          name: 'Tournées',
          headers: ['Secteur', 'Jours', 'Passage', 'Demande avant'],
          rows: [
            ['Nice, Saint-Laurent', 'lundi à vendredi', '9 h – 12 h', '8 h 30'],
            ['Antibes, Cannes', 'lundi, mercredi, vendredi', '14 h – 17 h 30', '12 h'],
            ['Menton, Monaco', 'mardi, jeudi', '9 h 30 – 12 h 30', 'la veille, 16 h'],
          ],
        },
      ],
    },
    en: {
      title: 'Deliveries on the Riviera',
      sections: [
        {
          id: 'rounds',
          name: 'Rounds',
          headers: ['Area', 'Days', 'Time', 'Ask before'],
          rows: [
            ['Nice, Saint-Laurent', 'Monday to Friday', '9:00 – 12:00', '8:30'],
            ['Antibes, Cannes', 'Monday, Wednesday, Friday', '14:00 – 17:30', '12:00'],
            ['Menton, Monaco', 'Tuesday, Thursday', '9:30 – 12:30', 'the day before, 16:00'],
          ],
        },
      ],
    },
  },
}

/** A row has fewer cells than its section has headers: the portal must say that it is wrongly configured. */
export const brokenDeliveryTimes = {
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: {
      title: 'Délais',
      sections: [{ headers: ['Travail', 'Délai'], rows: [['Couronne zircone', '5 jours'], ['Bridge']] }],
    },
  },
}
