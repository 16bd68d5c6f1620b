-- The provider of the demonstration forgets, as others do.
grant delete on sandbox_checkouts to arcade_app;
