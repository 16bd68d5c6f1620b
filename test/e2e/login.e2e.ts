import { at } from './addresses.ts'
import {
  application,
  expect,
  expectAccessible,
  password,
  refused,
  signIn,
  signInByForm,
  test,
  unreachable,
} from './portal.ts'

test.describe('the sign-in page', () => {
  test('is a card of at most 653 px with fields that password managers know; it asks for what is missing until it is there', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page).toHaveTitle('Laboratoire Émail Client Portal · Connexion')
    expect((await page.locator('.sign__card').boundingBox())?.width).toBe(653)
    await expect(page.getByLabel('Identifiant')).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.getByRole('link', { name: 'Mot de passe oublié' })).toBeVisible()
    await expect(page.getByRole('link', { name: '01 99 00 12 30' })).toHaveAttribute('href', 'tel:0199001230')
    await expect(page.getByRole('link', { name: 'Créer un compte' })).toHaveAttribute('href', /^\/signup/)

    const identifier = page.getByLabel('Identifiant')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByText('L’identifiant est obligatoire')).toBeVisible()
    await expect(page.getByText('Le mot de passe est obligatoire')).toBeVisible()
    await expect(identifier).toBeFocused()
    await expect(identifier).toHaveAttribute('aria-invalid', 'true')
    await expect(identifier).toHaveAccessibleDescription('L’identifiant est obligatoire')
    await expect(page).toHaveTitle(/^Erreur\u00a0: Laboratoire Émail/)
    await expectAccessible(page)
    await identifier.fill('  ')
    await expect(page.getByText('L’identifiant est obligatoire')).toBeVisible()
    await identifier.fill('manager')
    await expect(page.getByText('L’identifiant est obligatoire')).toBeHidden()
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()

    await page.getByRole('button', { name: 'English' }).click()
    await page.getByLabel('Identifier').fill('')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Identifier is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(page).toHaveTitle('Error: Laboratoire Émail Client Portal · Sign in')
    await expectAccessible(page)
  })

  test('says what is wrong in the form and in a toast, and keeps what was typed', async ({ page, quiet }) => {
    quiet.allow(refused(401))
    await page.goto('/login')
    await page.getByLabel('Identifiant').first().fill('nobody-here')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill('wrong')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    const sentence = page.locator('form').getByRole('alert')
    await expect(sentence).toHaveText('Mot de passe ou identifiant incorrect, veuillez réessayer')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Erreur de connexion')
    await expect(page.getByLabel('Identifiant')).toHaveValue('nobody-here')
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(sentence).toHaveText('Password or identifier incorrect, please try again')
    await expect(page.getByLabel('Identifier')).toHaveValue('nobody-here')
    await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('Erreur de connexion')
  })

  test('takes its toast back for whoever says that the password is forgotten, or gives the right one', async ({
    page,
    quiet,
  }) => {
    quiet.allow(refused(401))
    await page.goto('/login')
    await page.getByLabel('Identifiant').first().fill('nobody-here')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill('wrong')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.locator('.toast')).toContainText('Erreur de connexion')
    await page.locator('.toast').hover()
    await page.getByRole('link', { name: /Mot de passe oublié/ }).press('Enter')
    await expect(page.getByRole('button', { name: 'Envoyer le lien' })).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)

    await page.goBack()
    await page.getByLabel('Identifiant').first().fill('doctor')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill('wrong')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.locator('.toast')).toContainText('Erreur de connexion')
    // Under the pointer it would stay for ever: it does not go because its ten seconds are over.
    await page.locator('.toast').hover()
    await page.getByLabel('Mot de passe', { exact: true }).first().fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('/dashboard')
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('has a sentence for each way a call fails, and keeps what was typed', async ({ page, quiet }) => {
    await page.goto('/login')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill(password)
    for (const [what, answer, sentence] of [
      // No sentence twice in a row: each is seen to come.
      ['a database that is away', { status: 503 }, /momentanément indisponible/],
      ['a bug', { status: 500 }, /erreur inattendue/],
      ['a proxy’s own page', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, /indisponible/],
      ['an answer that is no JSON', { status: 200, body: '<html>' }, /erreur inattendue/],
      ['too many tries', { status: 429, headers: { 'retry-after': '840' } }, /Trop de tentatives.*dans 14 minutes/],
    ] as const) {
      quiet.allow(refused(answer.status))
      await page.route('**/auth', route => route.fulfill(answer))
      await page.getByRole('button', { name: 'Se connecter' }).click()
      await expect(page.locator('form').getByRole('alert'), what).toHaveText(sentence)
      await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(password)
    }
  })

  test('has a sentence for no network, and works again when it is back', async ({ page, quiet }) => {
    quiet.allow(unreachable)
    await page.goto('/login')
    await page.route('**/auth', route => route.abort('internetdisconnected'))
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.locator('form').getByRole('alert')).toHaveText(/injoignable/)
    await page.unroute('**/auth')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
  })

  test('sends one request however often the button is pressed', async ({ page }) => {
    let calls = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/auth', async route => {
      calls += 1
      await released
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill(password)
    const button = page.getByRole('button', { name: 'Se connecter' })
    await button.dblclick()
    await page.keyboard.press('Enter')
    await expect(button).toHaveText('Se connecter')
    release()
    await expect(page).toHaveURL(/\/dashboard/)
    expect(calls).toBe(1)
  })

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Identifiant')).toBeVisible()
    const reached: (string | null)[] = []
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      reached.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? null,
        ),
      )
    }
    expect(reached.slice(0, 4)).toEqual(['Français', 'English', 'login', 'password'])
    await page.getByLabel('Identifiant').focus()
    await page.keyboard.type('doctor')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard/)
  })
})

test.describe('after signing in', () => {
  test('the wanted page opens, with its search', async ({ page }) => {
    await page.goto('/cases?tab=history&page=2')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/cases?tab=history&page=2')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cases?tab=history&page=2')
    // Back does not lead to the sign-in page again.
    await page.goBack()
    await expect(page).not.toHaveURL(/\/login/)
  })

  test('no address leads to another site', async ({ page, baseURL }) => {
    await signIn(page)
    // These and more: features/auth/rules.test.ts.
    for (const wanted of ['//evil.example', '/\\evil.example', '/login?redirect=//evil.example']) {
      await page.goto(`/login?redirect=${encodeURIComponent(wanted)}`)
      await expect(application(page).locator('.account')).toBeAttached()
      expect(new URL(page.url()).origin, wanted).toBe(baseURL)
      expect(new URL(page.url()).pathname, wanted).toBe('/dashboard')
    }
  })

  test('the open pages send on to the portal', async ({ page }) => {
    await signIn(page)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard/)
    await page.goto('/signup?redirect=%2Fcases%3Ftab%3Dall')
    await expect(page).toHaveURL('/cases?tab=all')
  })

  test('the saved language wins over the browser’s', async ({ page }) => {
    await page.goto(at('ivoire.localhost', '/login'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await signInByForm(page, 'manager', at('ivoire.localhost', '/login'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Cases', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test.describe('the language of the open pages', () => {
  test('changes at once, keeps what is typed and the address, and is remembered', async ({ page }) => {
    await page.goto('/login?redirect=%2Fcases')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByLabel('Mot de passe', { exact: true }).first().fill('half-typed')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle('Laboratoire Émail Client Portal · Sign in')
    await expect(page.getByLabel('Identifier')).toHaveValue('manager')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half-typed')
    await expect(page).toHaveURL('/login?redirect=%2Fcases')
    const answer = await page.reload()
    expect(await answer?.text()).toContain('<html lang="en"')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  test('stays when the words cannot be had, and so does what is typed', async ({ page, quiet }) => {
    quiet.allow(unreachable, refused(404))
    await page.route('**/assets/text-en*', route => route.fulfill({ status: 404 }))
    await page.goto('/login')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Une erreur est survenue')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(page.getByLabel('Identifiant')).toHaveValue('manager')
    await page.unroute('**/assets/text-en*')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByLabel('Identifier')).toHaveValue('manager')
  })
})

test.describe('a forgotten password', () => {
  test('has a view of its own, which knows and keeps what was typed', async ({ page }) => {
    await page.goto('/login?redirect=%2Fcases')
    await page.getByLabel('Identifiant').first().fill('manager')
    await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
    await expect(page).toHaveURL('/login?redirect=%2Fcases#forgot')
    await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
    await expect(page).toHaveTitle(/· Mot de passe oublié$/)
    await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('manager')
    await expect(page.locator('#main')).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour à la connexion' }).click()
    await expect(page.getByLabel('Identifiant')).toHaveValue('manager')
    await expect(page).toHaveTitle(/· Connexion$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
  })
})

for (const [width, language] of [
  [1440, 'en-GB'],
  [320, 'fr-FR'],
] as const) {
  test.describe(`at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 800 }, locale: language })
    test('the open pages are accessible and never wider than the screen', async ({ page }) => {
      for (const path of ['/login', '/login#forgot', '/signup']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    })
  })
}
