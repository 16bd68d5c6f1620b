-- Which widget practices say what they think with is the laboratory's to choose.
grant update (feedback_widget_url) on brands to arcade_app;
create trigger tell_of_widget after update of feedback_widget_url on brands
  for each row execute function tell_laboratory('brand');
