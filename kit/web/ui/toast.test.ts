import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../text.tsx'
import { dismissFailures, dismissToast, toast, toastStore } from './toast.ts'

const titles = () => toastStore.read().map(({ title }) => title)

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
  for (const { id } of toastStore.read()) dismissToast(id)
})

describe('a message', () => {
  it('of a failure does not outlive the success that follows it', () => {
    toast({ title: 'Non envoyé', tone: 'late' })
    toast({ title: 'Toujours pas', tone: 'late' })
    expect(titles()).toEqual(['Non envoyé', 'Toujours pas'])
    toast({ title: 'Envoyé' })
    expect(titles()).toEqual(['Envoyé'])
  })

  it('of a failure goes where the success has no words of its own, and no other does', () => {
    toast({ title: 'Enregistré' })
    toast({ title: 'Erreur de connexion', tone: 'late' })
    dismissFailures()
    expect(titles()).toEqual(['Enregistré'])
  })

  it('knows the language it is in', () => {
    startLanguage('en')
    toast({ title: 'Connection error', tone: 'late' })
    startLanguage('fr')
    toast({ title: 'Envoi impossible', tone: 'late' })
    expect(toastStore.read().map(({ language }) => language)).toEqual(['en', 'fr'])
  })
})
