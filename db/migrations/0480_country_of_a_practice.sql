-- A practice that the laboratory has entered was French for ever; so were the people of it, who have its country.
grant update (country_code) on practices, users to arcade_app;
