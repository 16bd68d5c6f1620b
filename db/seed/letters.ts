import type { ProblemKind } from '#features/cases/contract.ts'
import type { Language } from '#kit/language.ts'

type Said = { by: 'practice' | 'laboratory'; words: string }
type Letters = {
  /** Threads, by what is the matter with a case. */
  delayed: readonly Said[]
  shipped: readonly Said[]
  answered: readonly Said[]
  /** What is wrong with work that has arrived; the first is made again. */
  problems: readonly { kind: ProblemKind; description: string; answer: string }[]
  photo: string
}

/** What practices and the laboratory write to each other. */
export const letters: Record<Language, Letters> = {
  fr: {
    delayed: [
      {
        by: 'laboratory',
        words: 'Une fissure est apparue à la cuisson : nous refaisons l’armature. La nouvelle date est sur cette page.',
      },
      { by: 'practice', words: 'Merci de nous avoir prévenus. Le rendez-vous est déplacé, cela nous convient.' },
    ],
    shipped: [
      { by: 'practice', words: 'Pouvez-vous joindre le modèle antagoniste ?' },
      { by: 'laboratory', words: 'Oui, il est dans le colis avec le travail.' },
    ],
    answered: [
      { by: 'practice', words: 'Je retoucherai l’antagoniste au fauteuil : vous pouvez continuer comme prévu.' },
    ],
    problems: [
      {
        kind: 'fit',
        description: 'Bascule en vestibulaire, le joint reste ouvert d’environ 0,2 mm en distal malgré les retouches.',
        answer: 'Nous refaisons le travail sans attendre. Le coursier reprendra l’ancien à la prochaine collecte.',
      },
      {
        kind: 'shade',
        description:
          'Trop clair au collet par rapport à la dent voisine, photo jointe. Le patient accepte pour l’instant.',
        answer: 'Merci pour la photo. Nous l’avons gardée avec la fiche de ce patient.',
      },
      {
        kind: 'contact',
        description: 'Point de contact mésial absent, reprise de composite nécessaire au cabinet.',
        answer: 'Bien noté : nous appuierons les contacts de vos prochains travaux.',
      },
    ],
    photo: 'Photo au fauteuil.jpg',
  },
  en: {
    delayed: [
      {
        by: 'laboratory',
        words: 'A crack appeared in the furnace: we are making the framework again. The new day is on this page.',
      },
      { by: 'practice', words: 'Thank you for telling us. The appointment has been moved, that suits us.' },
    ],
    shipped: [
      { by: 'practice', words: 'Could you send the antagonist model along?' },
      { by: 'laboratory', words: 'Yes, it is in the parcel with the work.' },
    ],
    answered: [{ by: 'practice', words: 'I will reduce the antagonist at the chair: please go ahead as planned.' }],
    problems: [
      {
        kind: 'fit',
        description: 'It rocks buccally, and the margin stays open by about 0.2 mm on the distal side after adjusting.',
        answer: 'We are making it again at once. The courier will take the old one with the next pickup.',
      },
      {
        kind: 'shade',
        description:
          'Too light at the neck beside the neighbouring tooth, photo attached. The patient accepts it for now.',
        answer: 'Thank you for the photo. We keep it with the records of this patient.',
      },
      {
        kind: 'contact',
        description: 'No mesial contact point; composite had to be added in the practice.',
        answer: 'Noted: we will make the contacts of your next cases firmer.',
      },
    ],
    photo: 'Photo at the chair.jpg',
  },
}
